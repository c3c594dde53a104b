import Button from '@mui/material/Button';
import { useState } from 'react';
import type { Identifier } from 'react-admin';
import { useText } from '../text';
import { EventDialog } from './event-dialog';
import { needsDialog, offeredEvents, type EventTable, type OfferedEvent } from './event-table';
import { useQuestion } from './use-question';
import { useSend, type Sending } from './use-send';

interface EventButtonsProps {
  readonly resource: string;
  readonly record: { readonly id: Identifier; readonly allowedEvents: readonly string[] };
  readonly events: EventTable;
  /** Why an event cannot be sent yet, by event: its button is there, disabled, with the reason beside it. */
  readonly held?: Readonly<Record<string, string>>;
  /** Shared with shortcuts of the same page. */
  readonly sending?: Sending;
  /** The event whose dialog is open, when the page opens it as well: by a key. */
  readonly asked?: string | null;
  readonly onAsk?: (event: string | null) => void;
  readonly onDone?: (event: string) => void;
}

/** Buttons for what the API allows now. */
export function EventButtons({ resource, record, events, held = {}, ...rest }: EventButtonsProps) {
  const t = useText();
  const own = useSend(resource);
  const sending = rest.sending ?? own;
  const { send, pending } = sending;
  const [ownAsked, setOwnAsked] = useState<string | null>(null);
  const setAsked = rest.onAsk ?? setOwnAsked;
  const offered = offeredEvents(events, [...record.allowedEvents, ...Object.keys(held)]);
  const wanted = rest.asked === undefined ? ownAsked : rest.asked;
  const rule = wanted ? events[wanted] : undefined;
  const question = useQuestion(sending, () => setAsked(null));
  // Stays open when a colleague was quicker: what was typed is not lost, and the API says so.
  const asked = wanted && rule ? { event: wanted, ...rule } : null;

  const start = async (event: OfferedEvent, body?: object) => {
    const answer = await (body ? question.answer : send)(record.id, event.event, body);
    if (answer) rest.onDone?.(event.event);
  };
  return (
    <div className="flex flex-wrap gap-2">
      {offered.map((event) => (
        <Button
          key={event.event}
          variant={event.tone === 'primary' ? 'contained' : 'outlined'}
          color={event.tone === 'danger' ? 'error' : 'primary'}
          disabled={pending !== null || event.event in held}
          aria-describedby={event.event in held ? `held-${event.event}` : undefined}
          onClick={() => (needsDialog(event) ? setAsked(event.event) : void start(event))}
        >
          {t(`console.${resource}.event.${event.event}`)}
        </Button>
      ))}
      {Object.entries(held).map(([event, why]) => (
        <p key={event} id={`held-${event}`} className="basis-full text-ink-soft">
          {why}
        </p>
      ))}
      {asked ? (
        <EventDialog
          resource={resource}
          event={asked}
          pending={pending !== null}
          problem={question.problem}
          onCancel={question.close}
          onSend={(body) => void start(asked, body)}
        />
      ) : null}
    </div>
  );
}
