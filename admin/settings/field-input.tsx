import { CountriesInput, DatesInput, WorkdaysInput } from './choice-inputs';
import type { FieldInputProps } from './fields';
import { CountInput, DurationInput, SwitchInput, TextInput, TimeZoneInput } from './value-inputs';

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
