import Button from '@mui/material/Button';
import { Plus } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import type { ContentRecord } from '#contracts/content';
import { Stale } from '../components/action-buttons';
import { useKeptWords } from '../components/kept-words';
import { Panel } from '../components/panel';
import { ReasonDialog } from '../components/reason-dialog';
import { useFaultFocus, useSend, type Sending } from '../components/sending';
import { faultAt } from '../providers/answers';
import { useText } from '../text';
import { entriesOf, exchanged, inOneLine, moved, valueOf, type Entry, type Part } from './parts';
import { EntryFields } from './entry';
import { GuardedButton } from '../components/guarded-button';

interface DraftPanelProps {
  readonly record: ContentRecord;
  readonly part: Part;
}

interface Typed {
  /** What stood there when the typing began. */
  readonly edition: string;
  readonly entries: readonly Entry[];
}

interface Typing {
  /** What the fields show: what was typed, or what stands there. */
  readonly entries: readonly Entry[];
  /** What was looked at when the typing began. */
  readonly edition: string;
  /** Something was typed that is not kept yet. */
  readonly isTyped: boolean;
  type(entries: readonly Entry[], edition?: string): void;
  undo(): void;
  /** What was typed is kept as of the edition that is on its way to the screen. */
  keptAs(edition: unknown): void;
}

/** What is typed stays while somebody else changes the part, and waits for its owner when the session ends. */
function useTyping({ record, part }: DraftPanelProps): Typing {
  const standing = entriesOf(part, record.draft ?? record.value);
  const [words, setWords] = useKeptWords('draft');
  const [awaited, setAwaited] = useState<unknown>();
  if (awaited === record.edition) {
    setAwaited(undefined);
    setWords('');
  }
  const typed = words === '' ? null : (JSON.parse(words) as Typed);
  const entries = typed?.entries ?? standing;
  const begun = typed?.edition ?? record.edition;
  return {
    entries,
    edition: begun,
    isTyped: JSON.stringify(entries) !== JSON.stringify(standing),
    type: (next, edition = begun) => setWords(JSON.stringify({ edition, entries: next })),
    undo: () => setWords(''),
    keptAs: setAwaited,
  };
}

/** The form of a part. What is typed is kept as a draft first; publishing is a step of its own. */
export function DraftPanel({ record, part }: DraftPanelProps) {
  const t = useText();
  const sending = useSend('content');
  const typing = useTyping({ record, part });
  const { entries, edition, type } = typing;
  // A place among the entries means something else once they were changed.
  const [sent, setSent] = useState<string>();
  const faults = JSON.stringify(entries) === sent ? sending.faults : {};
  const form = useFaultFocus(sending.faults);
  const canEdit = record.allowedEvents.includes('save-draft');
  const isList = part.most !== null;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setSent(JSON.stringify(entries));
    const value = valueOf(part, entries);
    const answer = await sending.send(record.id, 'save-draft', { value, edition });
    if (answer) typing.keptAs((answer.data?.record as ContentRecord | undefined)?.edition);
  };
  return (
    <Panel title={t(record.draft === null ? 'console.content.edit' : 'console.content.draft')}>
      {sending.stale === record.id ? (
        <Meanwhile record={record} part={part} typing={typing} />
      ) : null}
      <form ref={form} onSubmit={(event) => void submit(event)} className="grid gap-5">
        <ol className="grid gap-4">
          {entries.map((entry, at) => (
            <EntryFields
              key={at}
              part={part}
              entry={entry}
              at={at}
              last={at === entries.length - 1}
              disabled={!canEdit}
              faultOf={(path) =>
                faultAt(faults, ['value', ...(isList ? [String(at)] : []), ...path])
              }
              onChange={(next) => type(exchanged(entries, at, next))}
              onMove={isList ? (by) => type(moved(entries, at, by)) : undefined}
              onRemove={isList ? () => type(entries.filter((_, place) => place !== at)) : undefined}
            />
          ))}
        </ol>
        {canEdit ? <AddEntry part={part} entries={entries} onAdd={type} /> : null}
        <DraftButtons
          record={record}
          sending={sending}
          isTyped={typing.isTyped}
          onUndo={typing.undo}
        />
      </form>
    </Panel>
  );
}

interface AddEntryProps {
  readonly part: Part;
  readonly entries: readonly Entry[];
  readonly onAdd: (entries: readonly Entry[]) => void;
}

function AddEntry({ part: { blank, most }, entries, onAdd }: AddEntryProps) {
  const t = useText();
  if (!blank || entries.length >= (most ?? 0)) return null;
  return (
    <div>
      <Button startIcon={<Plus size={16} aria-hidden />} onClick={() => onAdd([...entries, blank])}>
        {t('console.content.add')}
      </Button>
    </div>
  );
}

interface MeanwhileProps extends DraftPanelProps {
  readonly typing: Typing;
}

/** Somebody else was quicker: what stands there now, and whose words are to go on. */
function Meanwhile({ record, part, typing }: MeanwhileProps) {
  const t = useText();
  const standing = entriesOf(part, record.draft ?? record.value);
  return (
    <div className="mb-5 grid gap-3">
      <Stale />
      {typing.isTyped && typing.edition !== record.edition ? (
        <>
          <p>{t('console.content.meanwhile')}</p>
          <ul className="grid gap-1 border-l-2 border-line-strong pl-3">
            {standing.map((entry, at) => (
              <li key={at} className="break-words">
                {inOneLine(t, part, entry) || t('console.not_stated')}
              </li>
            ))}
          </ul>
          <div className="flex flex-wrap gap-2">
            <Button variant="outlined" onClick={() => typing.type(typing.entries, record.edition)}>
              {t('console.content.go_on_with_mine')}
            </Button>
            <Button variant="outlined" onClick={typing.undo}>
              {t('console.content.take_theirs')}
            </Button>
          </div>
        </>
      ) : null}
    </div>
  );
}

interface DraftButtonsProps {
  readonly record: ContentRecord;
  readonly sending: Sending;
  /** Something was typed that is not kept yet. */
  readonly isTyped: boolean;
  readonly onUndo: () => void;
}

/** Keep, publish, throw away. What is not kept yet cannot be published: nobody has previewed it. */
function DraftButtons({ record, sending, isTyped, onUndo }: DraftButtonsProps) {
  const t = useText();
  const { send, pending } = sending;
  const [asked, setAsked] = useState<'publish' | 'discard-draft' | null>(null);
  const can = (action: string) => record.allowedEvents.includes(action);
  if (!can('save-draft')) return null;
  const start = async (action: 'publish' | 'discard-draft') => {
    await send(record.id, action, { edition: record.edition });
    setAsked(null);
  };
  return (
    <div className="flex flex-wrap gap-2 border-t border-line pt-4">
      <GuardedButton
        type="submit"
        variant="contained"
        pending={pending !== null}
        blocked={!isTyped && t('console.blocked.unchanged')}
      >
        {t('console.content.action.save-draft')}
      </GuardedButton>
      {isTyped ? <Button onClick={onUndo}>{t('console.settings.undo')}</Button> : null}
      {(['publish', 'discard-draft'] as const).filter(can).map((action) => (
        <GuardedButton
          key={action}
          variant="outlined"
          color={action === 'publish' ? 'primary' : 'error'}
          pending={pending !== null}
          blocked={isTyped && t('console.blocked.unsaved')}
          onClick={() => setAsked(action)}
        >
          {t(`console.content.action.${action}`)}
        </GuardedButton>
      ))}
      {asked ? (
        <ReasonDialog
          title={t(`console.content.action.${asked}`)}
          text={t(`console.content.ask.${asked}`)}
          label={null}
          confirm={t(`console.content.action.${asked}`)}
          danger={asked === 'discard-draft'}
          pending={pending !== null}
          onCancel={() => setAsked(null)}
          onSend={() => void start(asked)}
        />
      ) : null}
    </div>
  );
}
