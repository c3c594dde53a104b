import { useText } from '../../text';
import type { FieldInputProps } from '../field-input';
import { Choice } from './choice';
import { FaultText } from './fault-text';

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
    <fieldset className="col-span-full">
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
