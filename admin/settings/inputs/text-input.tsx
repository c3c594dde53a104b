import TextField from '@mui/material/TextField';
import type { FieldInputProps } from '../field-input';

export function TextInput({ label, disabled, value, onChange }: FieldInputProps) {
  return (
    <TextField
      label={label}
      value={String(value ?? '')}
      disabled={disabled}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
