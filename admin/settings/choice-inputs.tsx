import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import { X } from 'lucide-react';
import { useId, useMemo, useState } from 'react';
import { StatusChip } from '../components/status-chip';
import { useText } from '../text';
import { type FieldInputProps, optionLabel } from './fields';
import { allCountries, countryName } from './value';
import { GuardedButton } from '../components/guarded-button';

/** On or off, said in words as well. */
export function SwitchInput({ label, disabled, value, fault, onChange }: FieldInputProps) {
  const t = useText();
  const id = useId();
  const isOn = value === true;
  return (
    <div className="col-span-full flex flex-wrap items-center gap-3 rounded-md border border-line p-3">
      <Switch
        id={id}
        checked={isOn}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <StatusChip tone={isOn ? 'ok' : 'danger'}>
        {t(isOn ? 'console.settings.on' : 'console.settings.off')}
      </StatusChip>
      <FaultText fault={fault} />
    </div>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly checked: boolean;
  readonly disabled: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** One of several that can be chosen together. */
const Choice = ({ label, checked, disabled, onChange }: ChoiceProps) => (
  <label className="inline-flex min-w-0 items-center gap-2 py-0.5">
    <input
      type="checkbox"
      checked={checked}
      disabled={disabled}
      onChange={(event) => onChange(event.target.checked)}
      className="size-4 shrink-0 accent-brand"
    />
    <span className="min-w-0 break-words">{label}</span>
  </label>
);

/** Countries by name: those that are chosen, and whatever the search finds. */
export function CountriesInput({ label, disabled, value, fault, onChange }: FieldInputProps) {
  const t = useText();
  const all = useMemo(allCountries, []);
  const [words, setWords] = useState('');
  const chosen = value as string[];
  const wanted = words.trim().toLowerCase();
  const shown = wanted
    ? all.filter(({ code, name }) => `${name} ${code}`.toLowerCase().includes(wanted))
    : chosen
        .map((code) => ({ code, name: countryName(code) }))
        .sort((a, b) => a.name.localeCompare(b.name));
  const toggle = (code: string, on: boolean) =>
    onChange(on ? [...chosen, code] : chosen.filter((each) => each !== code));
  return (
    <fieldset className="col-span-full min-w-0">
      <legend className="mb-1 font-semibold">
        {t('console.settings.countries', { label, count: chosen.length })}
      </legend>
      <TextField
        type="search"
        label={t('console.settings.find_country')}
        value={words}
        onChange={(event) => setWords(event.target.value)}
        sx={{ width: 320, maxWidth: '100%' }}
      />
      <div className="mt-3 grid gap-x-6 @min-[34rem]:grid-cols-2 @min-[46rem]:grid-cols-3 @min-[60rem]:grid-cols-4">
        {shown.map(({ code, name }) => (
          <Choice
            key={code}
            label={`${name} (${code})`}
            checked={chosen.includes(code)}
            disabled={disabled}
            onChange={(on) => toggle(code, on)}
          />
        ))}
      </div>
      {shown.length === 0 ? (
        <p className="text-ink-soft">{t('console.settings.no_country')}</p>
      ) : null}
      <FaultText fault={fault} />
    </fieldset>
  );
}

/** Several of the options of a field. */
export function ChoicesInput({
  setting,
  field: { options = [] },
  label,
  disabled,
  value,
  fault,
  onChange,
}: FieldInputProps) {
  const t = useText();
  const chosen = value as string[];
  return (
    <fieldset className="col-span-full min-w-0">
      <legend className="mb-1 font-semibold">{label}</legend>
      <div className="grid gap-x-6 @min-[34rem]:grid-cols-2 @min-[46rem]:grid-cols-3">
        {options.map((option) => (
          <Choice
            key={option}
            label={optionLabel(t, setting, option)}
            checked={chosen.includes(option)}
            disabled={disabled}
            onChange={(on) =>
              onChange(options.filter((each) => (each === option ? on : chosen.includes(each))))
            }
          />
        ))}
      </div>
      <FaultText fault={fault} />
    </fieldset>
  );
}

const days = [1, 2, 3, 4, 5, 6, 7];
// 1 January 2024 was a Monday.
const nameOf = (day: number): string =>
  new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone: 'UTC' }).format(
    Date.UTC(2024, 0, day),
  );

/** Days of the week on which the team works. */
export function WorkdaysInput({ label, disabled, value, fault, onChange }: FieldInputProps) {
  const t = useText();
  const chosen = value as number[];
  const toggle = (day: number, on: boolean) =>
    onChange(days.filter((each) => (each === day ? on : chosen.includes(each))));
  return (
    <fieldset className="col-span-full min-w-0">
      <legend className="mb-1 font-semibold">{label}</legend>
      <div className="flex flex-wrap gap-x-6 gap-y-1">
        {days.map((day) => (
          <Choice
            key={day}
            label={nameOf(day)}
            checked={chosen.includes(day)}
            disabled={disabled}
            onChange={(on) => toggle(day, on)}
          />
        ))}
      </div>
      {chosen.length === 0 ? <p role="alert">{t('console.settings.no_workday')}</p> : null}
      <FaultText fault={fault} />
    </fieldset>
  );
}

const written = (date: string): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }).format(
    Date.parse(date),
  );

/** Days of the calendar, each once and in order. */
export function DatesInput({ label, disabled, value, fault, onChange }: FieldInputProps) {
  const t = useText();
  const [day, setDay] = useState('');
  const dates = value as string[];
  const add = () => {
    onChange([...new Set([...dates, day])].sort());
    setDay('');
  };
  return (
    <fieldset className="col-span-full min-w-0">
      <legend className="mb-1 font-semibold">{label}</legend>
      <ul className="flex flex-wrap gap-2">
        {dates.map((date) => (
          <li
            key={date}
            className="inline-flex items-center gap-1 rounded-md border border-line py-0.5 pr-1 pl-2.5"
          >
            <time dateTime={date}>{written(date)}</time>
            {disabled ? null : (
              <button
                type="button"
                aria-label={t('console.settings.remove_day', { day: written(date) })}
                onClick={() => onChange(dates.filter((each) => each !== date))}
                className="rounded-sm p-1 hover:bg-paper"
              >
                <X size={13} aria-hidden />
              </button>
            )}
          </li>
        ))}
      </ul>
      {disabled ? null : (
        <div className="mt-3 flex items-end gap-2">
          <TextField
            type="date"
            label={t('console.settings.new_day')}
            value={day}
            onChange={(event) => setDay(event.target.value)}
          />
          <GuardedButton
            variant="outlined"
            blocked={day === '' && t('console.blocked.no_day')}
            onClick={add}
          >
            {t('console.settings.add_day')}
          </GuardedButton>
        </div>
      )}
      <FaultText fault={fault} />
    </fieldset>
  );
}

/** What the API says against a group of choices. */
const FaultText = ({ fault }: { fault: string | null }) =>
  fault === null ? null : <p className="mt-1 text-danger">{fault}</p>;
