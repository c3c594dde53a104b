import Button from '@mui/material/Button';
import { useState } from 'react';
import type { PatientRecord } from '#contracts/identity';
import { Facts } from '../components/facts';
import { Panel } from '../components/panel';
import { ReasonDialog } from '../components/reason-dialog';
import { useQuestion } from '../components/use-question';
import { useSend } from '../components/use-send';
import { useText } from '../text';

interface ContactPanelProps {
  readonly record: PatientRecord;
  /** The same record with contact data, once a reason was given. */
  readonly revealed: PatientRecord | null;
  readonly onReveal: (record: PatientRecord | null) => void;
}

/** How to reach the patient: for a reason, for this visit of the page. */
export function ContactPanel({ record, revealed, onReveal }: ContactPanelProps) {
  const t = useText();
  const sending = useSend('patients');
  const [asking, setAsking] = useState(false);
  const question = useQuestion(sending, () => setAsking(false));
  const reveal = async (reason: string) => {
    const answer = await question.answer(record.id, 'reveal', { reason });
    if (answer) onReveal(answer.data!.record as PatientRecord);
  };
  return (
    <Panel title={t('console.patients.contact')}>
      {revealed ? (
        <Facts
          rows={[
            [t('console.patients.full_name'), revealed.fullName ?? t('console.not_stated')],
            [t('console.patients.phone'), revealed.phoneNumber ?? t('console.not_stated')],
            [t('console.patients.email'), revealed.email ?? t('console.not_stated')],
          ]}
        />
      ) : (
        <p className="measure text-ink-soft">{t('console.patients.contact_closed')}</p>
      )}
      <div className="mt-4">
        {revealed ? (
          <Button variant="outlined" onClick={() => onReveal(null)}>
            {t('console.patients.hide')}
          </Button>
        ) : null}
        {!revealed && record.allowedEvents.includes('reveal') ? (
          <Button variant="outlined" onClick={() => setAsking(true)}>
            {t('console.patients.event.reveal')}
          </Button>
        ) : null}
      </div>
      {asking ? (
        <ReasonDialog
          title={t('console.patients.event.reveal')}
          text={t('console.patients.ask.reveal')}
          label={t('console.ask.reason')}
          confirm={t('console.patients.event.reveal')}
          pending={sending.pending !== null}
          problem={question.problem}
          onCancel={question.close}
          onSend={(reason) => void reveal(reason)}
        />
      ) : null}
    </Panel>
  );
}
