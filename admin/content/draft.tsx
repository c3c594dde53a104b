import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import type { ContentRecord } from '#contracts/content';
import { Panel } from '../components/panel';
import { ReasonDialog } from '../components/reason-dialog';
import { useFaultFocus } from '../components/use-fault-focus';
import { useSend, type Sending } from '../components/use-send';
import { faultAt } from '../providers/answers';
import { useText } from '../text';
import {
  entriesOf,
  exchanged,
  moved,
  typedInto,
  valueOf,
  type Entry,
  type Part,
  type PartField,
} from './parts';

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

interface EntryFieldsProps {
  readonly part: Part;
  readonly entry: Entry;
  readonly at: number;
  readonly last: boolean;
  readonly disabled: boolean;
  /** What the API says against a field. */
  readonly faultOf: (field: string) => string | null;
  readonly onChange: (next: Entry) => void;
  /** Absent where there is one entry only. */
  readonly onMove?: (by: 1 | -1) => void;
  readonly onRemove?: () => void;
}

/** One entry of a part: its fields, and the way up, down and out. */
function EntryFields(props: EntryFieldsProps) {
  const { part, entry, at, last, disabled, onChange, onMove, onRemove } = props;
  return (
    <li className="flex items-start gap-3 rounded-md border border-line p-3">
      <div className="grid min-w-0 flex-1 gap-3 @min-[34rem]:grid-cols-2 @min-[46rem]:grid-cols-3">
        {part.fields.map((field) => (
          <PartInput
            key={field.name}
            field={field}
            value={String(entry[field.name] ?? '')}
            disabled={disabled}
            fault={props.faultOf(field.name)}
            onChange={(typed) => onChange({ ...entry, [field.name]: typedInto(field, typed) })}
          />
        ))}
      </div>
      {onMove && onRemove && !disabled ? (
        <EntryTools at={at} last={last} onMove={onMove} onRemove={onRemove} />
      ) : null}
    </li>
  );
}

interface EntryToolsProps {
  readonly at: number;
  readonly last: boolean;
  readonly onMove: (by: 1 | -1) => void;
  readonly onRemove: () => void;
}

/** Where an entry stands among the others, and whether it stays. */
function EntryTools({ at, last, onMove, onRemove }: EntryToolsProps) {
  const t = useText();
  const number = at + 1;
  return (
    <div className="flex shrink-0">
      <IconButton
        size="small"
        disabled={at === 0}
        aria-label={t('console.content.move_up', { number })}
        onClick={() => onMove(-1)}
      >
        <ArrowUp size={16} aria-hidden />
      </IconButton>
      <IconButton
        size="small"
        disabled={last}
        aria-label={t('console.content.move_down', { number })}
        onClick={() => onMove(1)}
      >
        <ArrowDown size={16} aria-hidden />
      </IconButton>
      <IconButton
        size="small"
        aria-label={t('console.content.remove', { number })}
        onClick={onRemove}
      >
        <Trash2 size={16} aria-hidden />
      </IconButton>
    </div>
  );
}

interface PartInputProps {
  readonly field: PartField;
  readonly value: string;
  readonly disabled: boolean;
  readonly fault: string | null;
  readonly onChange: (typed: string) => void;
}

/** The control of one field of an entry. */
function PartInput({ field, value, disabled, fault, onChange }: PartInputProps) {
  const t = useText();
  const common = {
    label: t(`console.content.field.${field.name}`),
    value,
    disabled,
    error: fault !== null,
    helperText: fault,
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => onChange(event.target.value),
  };
  if (field.choices)
    return (
      <TextField {...common} select>
        {field.choices.map((choice) => (
          <MenuItem key={choice} value={choice}>
            {t(`console.content.choice.${choice}`)}
          </MenuItem>
        ))}
      </TextField>
    );
  return (
    <TextField
      {...common}
      multiline={field.long}
      minRows={field.long ? 2 : undefined}
      className={field.long ? '@min-[34rem]:col-span-2' : undefined}
      slotProps={{ htmlInput: { maxLength: field.max } }}
    />
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
