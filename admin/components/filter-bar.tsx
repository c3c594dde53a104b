import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { Search, SlidersHorizontal } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { useGetList, useListContext } from 'react-admin';
import { useText } from '../text';
import { DateFilter } from './date-filter';
import { ascending } from './views';

/** A filter of the API. `choices` makes it a selection, none a text field. */
export interface ListFilter {
  readonly source: string;
  readonly label: string;
  /** `staff`: the team by name, as the log writes who did something. */
  readonly choices?: readonly FilterChoice[] | 'staff';
  /** A day; the API is asked for the instant at which it starts or ends. */
  readonly date?: 'start' | 'end';
}

export interface FilterChoice {
  readonly id: string;
  readonly name: string;
  /** What the API is asked for, when it is not the id: several values, a yes or no. */
  readonly value?: unknown;
}

type Values = Record<string, unknown>;

const valueOf = ({ id, value = id }: FilterChoice) => value;

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/**
 * Filters of a list; they are in the address, so that a filtered list can be sent to a colleague. On a narrow screen all
 * but the first are folded away, so that the list is not below a screen of fields.
 */
export function FilterBar({ filters }: { filters: readonly ListFilter[] }) {
  const t = useText();
  const { filterValues, setFilters } = useListContext();
  const values = filterValues as Values;
  const id = useId();
  const [open, setOpen] = useState(false);
  if (filters.length === 0) return null;
  const set = (source: string, value: unknown) => {
    const { [source]: _, ...others } = values;
    setFilters(value === '' ? others : { ...others, [source]: value }, undefined, false);
  };
  const isFiltered = filters.some(({ source }) => source in values);
  const [first, ...others] = filters;
  const count = others.filter(({ source }) => source in values).length;
  const field = (filter: ListFilter) => <Field key={filter.source} {...{ filter, values, set }} />;
  return (
    <search
      aria-label={t('console.filters')}
      className="mb-3 grid items-end gap-3 @min-[34rem]:flex @min-[34rem]:flex-wrap"
    >
      {first ? field(first) : null}
      {others.length > 0 ? (
        <Button
          className="@min-[34rem]:hidden!"
          aria-expanded={open}
          aria-controls={id}
          startIcon={<SlidersHorizontal size={16} aria-hidden />}
          onClick={() => setOpen(!open)}
        >
          {t('console.filters_more', { count })}
        </Button>
      ) : null}
      <div id={id} className={`${open ? 'grid gap-3' : 'hidden'} @min-[34rem]:contents`}>
        {others.map(field)}
      </div>
      {isFiltered ? (
        <Button onClick={() => setFilters({}, undefined, false)}>
          {t('console.filters_clear')}
        </Button>
      ) : null}
    </search>
  );
}

interface AnyFieldProps {
  readonly filter: ListFilter;
  readonly values: Values;
  readonly set: (source: string, value: unknown) => void;
}

function Field({ filter, values, set }: AnyFieldProps) {
  const { source, label, date, choices } = filter;
  const value = values[source];
  if (date)
    return (
      <DateFilter
        label={label}
        value={value}
        whole={date === 'end'}
        onSet={(instant) => set(source, instant ?? '')}
      />
    );
  const field = { filter, value, onSet: set };
  if (choices === 'staff') return <StaffChoice {...field} />;
  return choices ? <Choice {...field} choices={choices} /> : <Words {...field} />;
}

interface FieldProps {
  readonly filter: ListFilter;
  readonly value: unknown;
  readonly onSet: (source: string, value: unknown) => void;
}

const most = 100;

function StaffChoice(field: FieldProps) {
  const { data = [] } = useGetList<{ id: string; name: string }>(
    'staff',
    { sort: ascending('name'), pagination: { page: 1, perPage: most } },
    { retry: false },
  );
  const choices = data.map(({ id, name }) => ({ id, name, value: `staff:${id}` }));
  return <Choice {...field} choices={choices} />;
}

interface ChoiceProps extends FieldProps {
  readonly choices: readonly FilterChoice[];
}

function Choice({ filter: { source, label }, choices, value, onSet }: ChoiceProps) {
  const t = useText();
  const chosen = choices.find((choice) => isSame(valueOf(choice), value));
  const choose = (id: string) => {
    const choice = choices.find((each) => each.id === id);
    onSet(source, choice ? valueOf(choice) : '');
  };
  return (
    <TextField
      select
      label={label}
      value={chosen?.id ?? ''}
      onChange={(event) => choose(event.target.value)}
      sx={{ minWidth: 160 }}
      slotProps={{ select: { displayEmpty: true } }}
    >
      <MenuItem value="">{t('console.filters_any')}</MenuItem>
      {choices.map(({ id, name }) => (
        <MenuItem key={id} value={id}>
          {name}
        </MenuItem>
      ))}
    </TextField>
  );
}

const pauseMs = 350;

/** Asks the API once the typing pauses. */
function Words({ filter: { source, label }, value: given, onSet }: FieldProps) {
  const value = typeof given === 'string' ? given : '';
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  useEffect(() => {
    if (typed === value) return;
    const timer = setTimeout(() => onSet(source, typed), pauseMs);
    return () => clearTimeout(timer);
    // Only what is typed starts the wait.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [typed]);
  return (
    <TextField
      type="search"
      label={label}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      sx={{ minWidth: 260 }}
      slotProps={{
        input: { startAdornment: <Search size={16} aria-hidden className="mr-2 shrink-0" /> },
      }}
    />
  );
}
