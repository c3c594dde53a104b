import { CountriesInput } from './inputs/countries-input';
import { CountInput } from './inputs/count-input';
import { DatesInput } from './inputs/dates-input';
import { DurationInput } from './inputs/duration-input';
import { SwitchInput } from './inputs/switch-input';
import { TextInput } from './inputs/text-input';
import { TimeZoneInput } from './inputs/time-zone-input';
import { WorkdaysInput } from './inputs/workdays-input';
import type { Field } from './fields';

export interface FieldInputProps {
  readonly field: Field;
  readonly label: string;
  readonly disabled: boolean;
  readonly value: unknown;
  /** What it is without a change of ours. */
  readonly standard: unknown;
  /** What the API says against the value. */
  readonly fault: string | null;
  readonly onChange: (next: unknown) => void;
}

/** The control for what a field asks for. */
export function FieldInput(props: FieldInputProps) {
  switch (props.field.kind) {
    case 'duration':
      return <DurationInput {...props} />;
    case 'count':
    case 'share':
      return <CountInput {...props} />;
    case 'switch':
      return <SwitchInput {...props} />;
    case 'countries':
      return <CountriesInput {...props} />;
    case 'workdays':
      return <WorkdaysInput {...props} />;
    case 'dates':
      return <DatesInput {...props} />;
    case 'time-zone':
      return <TimeZoneInput {...props} />;
    case 'text':
      return <TextInput {...props} />;
    case 'unknown':
      return <code className="break-all">{JSON.stringify(props.value)}</code>;
  }
}
