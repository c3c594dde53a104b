import type { Entry } from './entries';
import { typedInto } from './entries';
import { EntryTools } from './entry-tools';
import { PartInput } from './part-input';
import type { Part } from './parts';

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
export function EntryFields(props: EntryFieldsProps) {
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
