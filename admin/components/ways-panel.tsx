import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import type { AccountWays } from '#contracts/identity';
import { ActorName } from './actor-name';
import { Panel } from './panel';
import { ReasonDialog } from './reason-dialog';
import { useQuestion, useSend } from './sending';
import { When } from './times';
import { useText } from '../text';

interface WaysPanelProps {
  readonly resource: 'patients' | 'clinics';
  readonly record: {
    readonly id: string;
    readonly allowedEvents: readonly string[];
    readonly ways?: AccountWays;
  };
}

/** How the owner of an account gets into it again: one admin asks, another one confirms. */
export function WaysPanel({ resource, record }: WaysPanelProps) {
  const t = useText();
  const [open, setOpen] = useState<'ask' | 'confirm' | null>(null);
  const { ways, allowedEvents, id } = record;
  if (!ways?.needs) return null;
  const { needs, asked } = ways;
  const dialog = { resource, id, onClose: () => setOpen(null) };
  return (
    <Panel title={t('console.ways.title')}>
      <p className="measure mb-3 text-ink-soft">{t(`console.ways.${needs}`)}</p>
      {asked ? (
        <p className="measure mb-3">
          {t('console.ways.asked')} <ActorName actor={`staff:${asked.askedBy}`} />,{' '}
          <When at={asked.askedAt} />.{' '}
          {asked.numberEnds ? t('console.ways.number_ends', { end: asked.numberEnds }) : null}{' '}
          {asked.confirmed ? t('console.ways.confirmed') : null}
        </p>
      ) : null}
      <div className="flex flex-wrap gap-2">
        {allowedEvents.includes('ask-way-back') ? (
          <Button variant="outlined" onClick={() => setOpen('ask')}>
            {t(`console.ways.ask.${needs}`)}
          </Button>
        ) : null}
        {asked && allowedEvents.includes('confirm-way-back') ? (
          <Button variant="contained" onClick={() => setOpen('confirm')}>
            {t('console.ways.confirm')}
          </Button>
        ) : null}
      </div>
      {open === 'ask' ? <AskDialog {...dialog} needs={needs} /> : null}
      {open === 'confirm' && asked ? <ConfirmDialog {...dialog} asked={asked} /> : null}
    </Panel>
  );
}

interface WaysDialogProps {
  readonly resource: string;
  readonly id: string;
  readonly onClose: () => void;
}

/** How the owner showed who they are, and the number that they have now where one is needed. */
function AskDialog({
  resource,
  id,
  onClose,
  needs,
}: WaysDialogProps & { readonly needs: 'number' | 'proof' }) {
  const t = useText();
  const sending = useSend(resource);
  const question = useQuestion(sending, onClose);
  const [phoneNumber, setPhoneNumber] = useState('');
  const number = needs === 'number' ? { phoneNumber } : {};
  return (
    <ReasonDialog
      title={t(`console.ways.ask.${needs}`)}
      text={t('console.ways.ask_text')}
      label={t('console.ask.reason')}
      confirm={t(`console.ways.ask.${needs}`)}
      pending={sending.pending !== null}
      problem={question.problem}
      onCancel={question.close}
      onSend={(reason) => void question.answer(id, 'ask-way-back', { reason, ...number })}
    >
      {needs === 'number' ? (
        <TextField
          label={t('console.ways.phone')}
          value={phoneNumber}
          onChange={(event) => setPhoneNumber(event.target.value)}
          type="tel"
          autoComplete="off"
          fullWidth
          margin="normal"
        />
      ) : null}
    </ReasonDialog>
  );
}

/** The second person's yes, to what stands on the screen. */
function ConfirmDialog({
  resource,
  id,
  onClose,
  asked,
}: WaysDialogProps & { readonly asked: NonNullable<AccountWays['asked']> }) {
  const t = useText();
  const sending = useSend(resource);
  const question = useQuestion(sending, onClose);
  return (
    <ReasonDialog
      title={t(`console.ways.ask.${asked.kind}`)}
      text={t('console.ways.confirm_text')}
      label={null}
      danger
      confirm={t('console.ways.confirm')}
      pending={sending.pending !== null}
      problem={question.problem}
      onCancel={question.close}
      onSend={() => void question.answer(id, 'confirm-way-back', { wayBackId: asked.id })}
    />
  );
}
