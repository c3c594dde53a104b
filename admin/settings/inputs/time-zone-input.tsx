import TextField from '@mui/material/TextField';
import type { FieldInputProps } from '../field-input';

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
