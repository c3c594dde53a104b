import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { X } from 'lucide-react';
import { useState } from 'react';
import { useText } from '../../text';
import type { FieldInputProps } from '../field-input';
import { FaultText } from './fault-text';

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
    <fieldset className="col-span-full">
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
          <Button variant="outlined" disabled={day === ''} onClick={add}>
            {t('console.settings.add_day')}
          </Button>
        </div>
      )}
      <FaultText fault={fault} />
    </fieldset>
  );
}
