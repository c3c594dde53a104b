import { useState } from 'react';
import { useText } from '../text';
import type { OfferedEvent } from './event-table';
import { ReasonDialog } from './reason-dialog';

interface EventDialogProps {
  readonly resource: string;
  readonly event: OfferedEvent;
  readonly pending: boolean;
  readonly problem?: string | null;
  /** What was typed before the last try was refused. */
  readonly kept?: string;
  /** Of the record as it stood when the question was asked: what comes meanwhile nobody has looked at. */
  readonly version?: string;
  readonly onCancel: () => void;
  readonly onSend: (body: object) => void;
}

/** The question before an event: `console.<resource>.ask.<event>`, with its text when it takes one. */
export function EventDialog({ resource, event, version, onSend, ...rest }: EventDialogProps) {
  const t = useText();
  const { asks } = event;
  const [asked] = useState(version);
  const shown = event.versioned ? { version: asked } : {};
  return (
    <ReasonDialog
      title={t(`console.${resource}.event.${event.event}`)}
      text={t(`console.${resource}.ask.${event.event}`)}
      label={asks ? t(`console.ask.${asks}`) : null}
      confirm={t(`console.${resource}.event.${event.event}`)}
      danger={event.tone === 'danger'}
      {...rest}
      onSend={(typed) => onSend({ ...(asks ? { [asks]: typed } : {}), ...shown })}
    />
  );
}
