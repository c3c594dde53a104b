import TextField from '@mui/material/TextField';
import type { FieldInputProps } from '../field-input';

export function TextInput({ label, disabled, value, fault, onChange }: FieldInputProps) {
  return (
    <TextField
      label={label}
      value={String(value ?? '')}
      disabled={disabled}
      error={fault !== null}
      helperText={fault}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
