import TextField from '@mui/material/TextField';

interface DateFilterProps {
  readonly label: string;
  /** An instant as the API takes it, or nothing. */
  readonly value: unknown;
  /** Null: no bound. */
  readonly onSet: (instant: string | null) => void;
  /** The day counts to its end. */
  readonly whole: boolean;
}

const dayMs = 24 * 60 * 60_000;

/** Midnight of the reader's own day, written as the API takes it. */
function instantOf(day: string, whole: boolean): string | null {
  const start = Date.parse(`${day}T00:00:00`);
  return Number.isNaN(start) ? null : new Date(start + (whole ? dayMs : 0)).toISOString();
}

/** The reader's day of an instant that `instantOf` made. */
function dayOf(instant: unknown, whole: boolean): string {
  if (typeof instant !== 'string') return '';
  const date = new Date(Date.parse(instant) - (whole ? dayMs : 0));
  if (Number.isNaN(date.getTime())) return '';
  const two = (part: number) => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** A bound of a list in time, by day. */
export function DateFilter({ label, value, onSet, whole }: DateFilterProps) {
  return (
    <TextField
      type="date"
      label={label}
      value={dayOf(value, whole)}
      onChange={(event) => onSet(instantOf(event.target.value, whole))}
    />
  );
}
