import Button from '@mui/material/Button';
import { useState } from 'react';
import type { Identifier } from 'react-admin';
import type { Envelope } from '../providers/answers';
import { useText } from '../text';
import {
  needsDialog,
  offeredActions,
  versionOf,
  type ActionTable,
  type OfferedAction,
} from './actions';
import { ReasonDialog } from './reason-dialog';
import { useQuestion, useSend, type Sending } from './sending';

interface ActionButtonsProps {
  readonly resource: string;
  readonly record: { readonly id: Identifier; readonly allowedEvents: readonly string[] };
  readonly actions: ActionTable;
  /** Why an action cannot be sent yet, by action: its button is there, disabled, with the reason beside it. */
  readonly held?: Readonly<Record<string, string>>;
  /** What stands there now, for somebody whose decision was about something else. */
  readonly meanwhile?: string;
  /** Shared with shortcuts of the same page. */
  readonly sending?: Sending;
  /** The action whose dialog is open, when the page opens it as well: by a key. */
  readonly asked?: string | null;
  readonly onAsk?: (action: string | null) => void;
  /** Called with what the API answered to an action that it took. */
  readonly onAnswer?: (answer: Envelope) => void;
}

/** Buttons for what the API allows now. */
export function ActionButtons(props: ActionButtonsProps) {
  const { resource, record, actions, held = {}, ...rest } = props;
  const t = useText();
  const own = useSend(resource);
  const sending = rest.sending ?? own;
  const { send, pending } = sending;
  const [ownAsked, setOwnAsked] = useState<string | null>(null);
  const [kept, setKept] = useState<Readonly<Record<string, string>>>({});
  const setAsked = rest.onAsk ?? setOwnAsked;
  const offered = offeredActions(actions, [...record.allowedEvents, ...Object.keys(held)]);
  const wanted = rest.asked === undefined ? ownAsked : rest.asked;
  const rule = wanted ? actions[wanted] : undefined;
  const question = useQuestion(sending, () => setAsked(null));
  // Stays open when a colleague was quicker: what was typed is not lost, and the API says so.
  const asked = wanted && rule ? { name: wanted, ...rule } : null;

  const start = async (action: OfferedAction, body?: object) => {
    const words = body && action.asks ? String((body as Record<string, unknown>)[action.asks]) : '';
    const shown = action.versioned ? { version: versionOf(record) } : undefined;
    const answer = await (body
      ? question.answer(record.id, action.name, body)
      : send(record.id, action.name, shown));
    setKept({ ...kept, [action.name]: answer ? '' : words });
    if (answer) rest.onAnswer?.(answer);
  };
  return (
    <div className="flex flex-wrap gap-2">
      {sending.stale === record.id ? <Stale meanwhile={rest.meanwhile} /> : null}
      {offered.map((action) => (
        <Button
          key={action.name}
          variant={action.tone === 'primary' ? 'contained' : 'outlined'}
          color={action.tone === 'danger' ? 'error' : 'primary'}
          disabled={pending !== null || action.name in held}
          aria-describedby={action.name in held ? `held-${action.name}` : undefined}
          onClick={() => (needsDialog(action) ? setAsked(action.name) : void start(action))}
        >
          {t(`console.${resource}.action.${action.name}`)}
        </Button>
      ))}
      {Object.entries(held).map(([action, why]) => (
        <p key={action} id={`held-${action}`} className="basis-full text-ink-soft">
          {why}
        </p>
      ))}
      {asked ? (
        <ActionDialog
          resource={resource}
          action={asked}
          pending={pending !== null}
          problem={question.problem}
          kept={kept[asked.name]}
          version={versionOf(record)}
          onCancel={question.close}
          onSend={(body) => void start(asked, body)}
        />
      ) : null}
    </div>
  );
}

/** The decision was about something that is no longer there: what is there now, and that no word is lost. */
export function Stale({ meanwhile }: { meanwhile?: string }) {
  const t = useText();
  return (
    <p role="alert" className="basis-full rounded-md bg-warn-soft px-3 py-2 text-warn">
      {meanwhile} {t('console.stale')}
    </p>
  );
}

interface ActionDialogProps {
  readonly resource: string;
  readonly action: OfferedAction;
  readonly pending: boolean;
  readonly problem?: string | null;
  /** What was typed before the last try was refused. */
  readonly kept?: string;
  /** Of the record as it stood when the question was asked: what comes meanwhile nobody has looked at. */
  readonly version?: string;
  readonly onCancel: () => void;
  readonly onSend: (body: object) => void;
}

/** The question before an action: `console.<resource>.ask.<action>`, with its text when it takes one. */
export function ActionDialog({ resource, action, version, onSend, ...rest }: ActionDialogProps) {
  const t = useText();
  const { asks } = action;
  const [asked] = useState(version);
  const shown = action.versioned ? { version: asked } : {};
  return (
    <ReasonDialog
      title={t(`console.${resource}.action.${action.name}`)}
      text={t(`console.${resource}.ask.${action.name}`)}
      label={asks ? t(`console.ask.${asks}`) : null}
      confirm={t(`console.${resource}.action.${action.name}`)}
      danger={action.tone === 'danger'}
      {...rest}
      onSend={(typed) => onSend({ ...(asks ? { [asks]: typed } : {}), ...shown })}
    />
  );
}
