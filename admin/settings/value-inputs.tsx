import InputAdornment from '@mui/material/InputAdornment';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useId, useState } from 'react';
import { useText } from '../text';
import { lengthInWords, lengthOf, toMs, units, type Length, type Unit } from './value';
import { type FieldInputProps, optionLabel } from './fields';

/** A line of text, or a day of the calendar. */
export function TextInput({ field, label, disabled, value, fault, onChange }: FieldInputProps) {
  return (
    <TextField
      type={field.kind === 'date' ? 'date' : 'text'}
      label={label}
      value={String(value ?? '')}
      disabled={disabled}
      error={fault !== null}
      helperText={fault}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/** One of the options of a field. */
export function ChoiceInput(props: FieldInputProps) {
  const { setting, field, label, disabled, value, fault, onChange } = props;
  const t = useText();
  return (
    <TextField
      select
      label={label}
      value={String(value)}
      disabled={disabled}
      error={fault !== null}
      helperText={fault}
      onChange={(event) => onChange(event.target.value)}
      slotProps={{ select: { native: true } }}
    >
      {(field.options ?? []).map((option) => (
        <option key={option} value={option}>
          {optionLabel(t, setting, option)}
        </option>
      ))}
    </TextField>
  );
}

const zones = Intl.supportedValuesOf('timeZone');

/** A time zone by its IANA name. */
export function TimeZoneInput({ label, disabled, value, fault, onChange }: FieldInputProps) {
  const current = String(value);
  const known = zones.includes(current) ? zones : [current, ...zones];
  return (
    <TextField
      select
      label={label}
      value={current}
      disabled={disabled}
      error={fault !== null}
      helperText={fault}
      onChange={(event) => onChange(event.target.value)}
      slotProps={{ select: { native: true } }}
    >
      {known.map((zone) => (
        <option key={zone}>{zone}</option>
      ))}
    </TextField>
  );
}

/** A whole number; a share of the whole is shown in per cent. */
export function CountInput(props: FieldInputProps) {
  const { field, label, disabled, value, standard, fault, onChange } = props;
  const t = useText();
  const times = field.kind === 'share' ? 100 : 1;
  const shown = (number: unknown) => Math.round(Number(number) * times);
  const unit = times === 100 ? ' %' : '';
  return (
    <TextField
      type="number"
      label={label}
      value={shown(value)}
      disabled={disabled}
      onChange={(event) => onChange(Number(event.target.value) / times)}
      error={fault !== null}
      helperText={fault ?? t('console.settings.standard', { value: `${shown(standard)}${unit}` })}
      slotProps={{
        htmlInput: {
          min: field.min === undefined ? undefined : field.min * times,
          max: field.max === undefined ? undefined : field.max * times,
          step: 1,
        },
        input: unit
          ? { endAdornment: <InputAdornment position="end">{unit}</InputAdornment> }
          : undefined,
      }}
    />
  );
}

/** A length of time as an amount and a unit; milliseconds are nothing that people read. */
export function DurationInput(props: FieldInputProps) {
  const { label, disabled, value, standard, fault, onChange } = props;
  const t = useText();
  const id = useId();
  const [length, setLength] = useState<Length>(() => lengthOf(Number(value)));
  // Shown as typed until something else than what was typed is the value.
  const shown = toMs(length) === value ? length : lengthOf(Number(value));
  const set = (part: Partial<Length>) => {
    const next = { ...shown, ...part };
    setLength(next);
    onChange(toMs(next));
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_8rem] content-start gap-x-2">
      <label htmlFor={id} className="col-span-2 mb-1 font-semibold">
        {label}
      </label>
      <TextField
        id={id}
        type="number"
        value={shown.amount}
        disabled={disabled}
        error={fault !== null}
        onChange={(event) => set({ amount: Number(event.target.value) })}
        slotProps={{ htmlInput: { min: 1, step: 'any', 'aria-describedby': `${id}-hint` } }}
      />
      <TextField
        select
        value={shown.unit}
        disabled={disabled}
        onChange={(event) => set({ unit: event.target.value as Unit })}
        slotProps={{ htmlInput: { 'aria-label': t('console.settings.unit_of', { field: label }) } }}
      >
        {units.map(([unit]) => (
          <MenuItem key={unit} value={unit}>
            {t(`console.settings.unit.${unit}`)}
          </MenuItem>
        ))}
      </TextField>
      <p id={`${id}-hint`} className={`col-span-2 mt-1 ${fault ? 'text-danger' : 'text-ink-soft'}`}>
        {fault ?? t('console.settings.standard', { value: lengthInWords(t, Number(standard)) })}
      </p>
    </div>
  );
}
