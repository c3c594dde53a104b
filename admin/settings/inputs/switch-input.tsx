import Switch from '@mui/material/Switch';
import { useId } from 'react';
import { StatusChip } from '../../components/status-chip';
import { useText } from '../../text';
import type { FieldInputProps } from '../field-input';
import { FaultText } from './fault-text';

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
