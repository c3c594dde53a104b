import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useText } from '../text';
import type { PartField } from './parts';

interface PartInputProps {
  readonly field: PartField;
  readonly value: string;
  readonly disabled: boolean;
  readonly fault: string | null;
  readonly onChange: (typed: string) => void;
}

/** The control of one field of an entry. */
export function PartInput({ field, value, disabled, fault, onChange }: PartInputProps) {
  const t = useText();
  const common = {
    label: t(`console.content.field.${field.name}`),
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
      multiline={field.long}
      minRows={field.long ? 2 : undefined}
      className={field.long ? '@min-[34rem]:col-span-2' : undefined}
      slotProps={{ htmlInput: { maxLength: field.max } }}
    />
  );
}
