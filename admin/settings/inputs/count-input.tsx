import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { useText } from '../../text';
import type { FieldInputProps } from '../field-input';

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
