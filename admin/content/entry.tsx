import IconButton from '@mui/material/IconButton';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { defaultLocale, locales } from '#platform/base/locale';
import { languageName, useText, type Text } from '../text';
import { shownIn, typedInto, type Entry, type Part, type PartField } from './parts';

interface EntryFieldsProps {
  readonly part: Part;
  readonly entry: Entry;
  readonly at: number;
  readonly last: boolean;
  readonly disabled: boolean;
  /** What the API says against a field. */
  readonly faultOf: (path: readonly string[]) => string | null;
  readonly onChange: (next: Entry) => void;
  /** Absent where there is one entry only. */
  readonly onMove?: (by: 1 | -1) => void;
  readonly onRemove?: () => void;
}

/** One entry of a part: its fields, and the way up, down and out. */
export function EntryFields(props: EntryFieldsProps) {
  const t = useText();
  const { part, entry, at, last, disabled, onChange, onMove, onRemove } = props;
  return (
    <li className="flex items-start gap-3 rounded-md border border-line p-3">
      <div className="grid min-w-0 flex-1 gap-3 @min-[34rem]:grid-cols-2 @min-[46rem]:grid-cols-3">
        {part.fields
          .flatMap((field) => inputsOf(field, entry))
          .map((input) => (
            <PartInput
              key={input.path.join('.')}
              field={input.field}
              label={input.label(t)}
              value={shownIn(input.field, input.held)}
              disabled={disabled}
              fault={props.faultOf(input.path)}
              onChange={(typed) => onChange({ ...entry, ...input.taken(typed) })}
            />
          ))}
      </div>
      {onMove && onRemove && !disabled ? (
        <EntryTools at={at} last={last} onMove={onMove} onRemove={onRemove} />
      ) : null}
    </li>
  );
}

interface Input {
  readonly field: PartField;
  /** Where it stands in the entry. */
  readonly path: readonly string[];
  readonly label: (t: Text) => string;
  readonly held: unknown;
  readonly taken: (typed: string) => Entry;
}

/** The controls of a field: one, or one per language. */
function inputsOf(field: PartField, entry: Entry): Input[] {
  const { name } = field;
  const label = (t: Text) => t(`console.content.field.${name}`);
  if (!field.words)
    return [
      {
        ...{ field, label, path: [name], held: entry[name] },
        taken: (typed) => ({ [name]: typedInto(field, typed) }),
      },
    ];
  const words = entry[name] as Record<string, string>;
  return locales.map((language) => ({
    field,
    path: [name, language],
    label: (t) =>
      t('console.content.in_language', {
        field: label(t),
        language: languageName(language),
        needed: language === defaultLocale ? 'yes' : 'no',
      }),
    held: words[language],
    taken: (typed) => ({ [name]: { ...words, [language]: typed } }),
  }));
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
        // Keeps its place, so that the others do not move under the pointer.
        className={at === 0 ? 'invisible!' : undefined}
        aria-label={t('console.content.move_up', { number })}
        onClick={() => onMove(-1)}
      >
        <ArrowUp size={16} aria-hidden />
      </IconButton>
      <IconButton
        size="small"
        className={last ? 'invisible!' : undefined}
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
  readonly label: string;
  readonly value: string;
  readonly disabled: boolean;
  readonly fault: string | null;
  readonly onChange: (typed: string) => void;
}

/** The control of one field of an entry. */
function PartInput({ field, label, value, disabled, fault, onChange }: PartInputProps) {
  const t = useText();
  const common = {
    label,
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
      type={field.moment ? 'datetime-local' : 'text'}
      multiline={field.long}
      minRows={field.long ? 2 : undefined}
      className={field.long ? '@min-[34rem]:col-span-2' : undefined}
      slotProps={{
        htmlInput: { maxLength: field.max },
        inputLabel: field.moment ? { shrink: true } : {},
      }}
    />
  );
}
