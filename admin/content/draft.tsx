import Button from '@mui/material/Button';
import { Plus } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import type { ContentRecord } from '#contracts/content';
import { Panel } from '../components/panel';
import { ReasonDialog } from '../components/reason-dialog';
import { useFaultFocus, useSend, type Sending } from '../components/sending';
import { faultAt } from '../providers/answers';
import { useText } from '../text';
import { entriesOf, exchanged, moved, valueOf, type Entry, type Part } from './parts';
import { EntryFields } from './entry';

interface DraftPanelProps {
  readonly record: ContentRecord;
  readonly part: Part;
}

/** The form of a part. What is typed is kept as a draft first; publishing is a step of its own. */
export function DraftPanel({ record, part }: DraftPanelProps) {
  const t = useText();
  const sending = useSend('content');
  const kept = entriesOf(part, record.draft ?? record.value);
  const [entries, setEntries] = useState<readonly Entry[]>(kept);
  // A place among the entries means something else once they were changed.
  const [sent, setSent] = useState<readonly Entry[]>();
  const faults = entries === sent ? sending.faults : {};
  const isTyped = JSON.stringify(entries) !== JSON.stringify(kept);
  const form = useFaultFocus(sending.faults);
  const canEdit = record.allowedEvents.includes('save-draft');
  const isList = part.most !== null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSent(entries);
    void sending.send(record.id, 'save-draft', { value: valueOf(part, entries) });
  };
  return (
    <Panel title={t(record.draft === null ? 'console.content.edit' : 'console.content.draft')}>
      <form ref={form} onSubmit={submit} className="grid gap-5">
        <ol className="grid gap-4">
          {entries.map((entry, at) => (
            <EntryFields
              key={at}
              part={part}
              entry={entry}
              at={at}
              last={at === entries.length - 1}
              disabled={!canEdit}
              faultOf={(field) =>
                faultAt(faults, ['value', ...(isList ? [String(at)] : []), field])
              }
              onChange={(next) => setEntries(exchanged(entries, at, next))}
              onMove={isList ? (by) => setEntries(moved(entries, at, by)) : undefined}
              onRemove={
                isList ? () => setEntries(entries.filter((_, place) => place !== at)) : undefined
              }
            />
          ))}
        </ol>
        {canEdit && part.blank && entries.length < (part.most ?? 0) ? (
          <div>
            <Button
              startIcon={<Plus size={16} aria-hidden />}
              onClick={() => setEntries([...entries, part.blank!])}
            >
              {t('console.content.add')}
            </Button>
          </div>
        ) : null}
        <DraftButtons
          record={record}
          sending={sending}
          isTyped={isTyped}
          onUndo={() => setEntries(kept)}
        />
      </form>
    </Panel>
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
    await send(record.id, action);
    setAsked(null);
  };
  return (
    <div className="flex flex-wrap gap-2 border-t border-line pt-4">
      <Button type="submit" variant="contained" disabled={!isTyped || pending !== null}>
        {t('console.content.action.save-draft')}
      </Button>
      {isTyped ? <Button onClick={onUndo}>{t('console.settings.undo')}</Button> : null}
      {(['publish', 'discard-draft'] as const).filter(can).map((action) => (
        <Button
          key={action}
          variant="outlined"
          color={action === 'publish' ? 'primary' : 'error'}
          disabled={isTyped || pending !== null}
          onClick={() => setAsked(action)}
        >
          {t(`console.content.action.${action}`)}
        </Button>
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
