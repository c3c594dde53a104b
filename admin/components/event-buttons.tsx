import Button from '@mui/material/Button';
import { useState } from 'react';
import type { Identifier } from 'react-admin';
import { useText } from '../text';
import { EventDialog } from './event-dialog';
import {
  needsDialog,
  offeredEvents,
  versionOf,
  type EventTable,
  type OfferedEvent,
} from './event-table';
import { useQuestion } from './use-question';
import { useSend, type Sending } from './use-send';

interface EventButtonsProps {
  readonly resource: string;
  readonly record: { readonly id: Identifier; readonly allowedEvents: readonly string[] };
  readonly events: EventTable;
  /** Why an event cannot be sent yet, by event: its button is there, disabled, with the reason beside it. */
  readonly held?: Readonly<Record<string, string>>;
  /** What stands there now, for somebody whose decision was about something else. */
  readonly meanwhile?: string;
  /** Shared with shortcuts of the same page. */
  readonly sending?: Sending;
  /** The event whose dialog is open, when the page opens it as well: by a key. */
  readonly asked?: string | null;
  readonly onAsk?: (event: string | null) => void;
}

/** Buttons for what the API allows now. */
export function EventButtons({ resource, record, events, held = {}, ...rest }: EventButtonsProps) {
  const t = useText();
  const own = useSend(resource);
  const sending = rest.sending ?? own;
  const { send, pending } = sending;
  const [ownAsked, setOwnAsked] = useState<string | null>(null);
  const [kept, setKept] = useState<Readonly<Record<string, string>>>({});
  const setAsked = rest.onAsk ?? setOwnAsked;
  const offered = offeredEvents(events, [...record.allowedEvents, ...Object.keys(held)]);
  const wanted = rest.asked === undefined ? ownAsked : rest.asked;
  const rule = wanted ? events[wanted] : undefined;
  const question = useQuestion(sending, () => setAsked(null));
  // Stays open when a colleague was quicker: what was typed is not lost, and the API says so.
  const asked = wanted && rule ? { event: wanted, ...rule } : null;

  const start = async (event: OfferedEvent, body?: object) => {
    const words = body && event.asks ? String((body as Record<string, unknown>)[event.asks]) : '';
    const shown = event.versioned ? { version: versionOf(record) } : undefined;
    const answer = await (body
      ? question.answer(record.id, event.event, body)
      : send(record.id, event.event, shown));
    setKept({ ...kept, [event.event]: answer ? '' : words });
  };
  return (
    <div className="flex flex-wrap gap-2">
      {sending.stale === record.id ? <Stale meanwhile={rest.meanwhile} /> : null}
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
          kept={kept[asked.event]}
          version={versionOf(record)}
          onCancel={question.close}
          onSend={(body) => void start(asked, body)}
        />
      ) : null}
    </div>
  );
}

/** The decision was about something that is no longer there: what is there now, and that no word is lost. */
function Stale({ meanwhile }: { meanwhile?: string }) {
  const t = useText();
  return (
    <p role="alert" className="basis-full rounded-md bg-warn-soft px-3 py-2 text-warn">
      {meanwhile} {t('console.stale')}
    </p>
  );
}
