import Button from '@mui/material/Button';
import { useState } from 'react';
import type { ContentRecord } from '#contracts/content';
import { ReasonDialog } from '../components/reason-dialog';
import type { Sending } from '../components/use-send';
import { useText } from '../text';

interface DraftButtonsProps {
  readonly record: ContentRecord;
  readonly sending: Sending;
  /** Something was typed that is not kept yet. */
  readonly isTyped: boolean;
  readonly onUndo: () => void;
}

/** Keep, publish, throw away. What is not kept yet cannot be published: nobody has previewed it. */
export function DraftButtons({ record, sending, isTyped, onUndo }: DraftButtonsProps) {
  const t = useText();
  const { send, pending } = sending;
  const [asked, setAsked] = useState<'publish' | 'discard-draft' | null>(null);
  const can = (event: string) => record.allowedEvents.includes(event);
  if (!can('save-draft')) return null;
  const start = async (event: 'publish' | 'discard-draft') => {
    await send(record.id, event);
    setAsked(null);
  };
  return (
    <div className="flex flex-wrap gap-2 border-t border-line pt-4">
      <Button type="submit" variant="contained" disabled={!isTyped || pending !== null}>
        {t('console.content.event.save-draft')}
      </Button>
      {isTyped ? <Button onClick={onUndo}>{t('console.settings.undo')}</Button> : null}
      {(['publish', 'discard-draft'] as const).filter(can).map((event) => (
        <Button
          key={event}
          variant="outlined"
          color={event === 'publish' ? 'primary' : 'error'}
          disabled={isTyped || pending !== null}
          onClick={() => setAsked(event)}
        >
          {t(`console.content.event.${event}`)}
        </Button>
      ))}
      {asked ? (
        <ReasonDialog
          title={t(`console.content.event.${asked}`)}
          text={t(`console.content.ask.${asked}`)}
          label={null}
          confirm={t(`console.content.event.${asked}`)}
          danger={asked === 'discard-draft'}
          pending={pending !== null}
          onCancel={() => setAsked(null)}
          onSend={() => void start(asked)}
        />
      ) : null}
    </div>
  );
}
