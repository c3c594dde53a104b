import { useText } from '../text';
import type { Field, FieldInputProps } from './fields';
import { FieldInput } from './field-input';
import { fieldLabel } from './words';

interface FieldGroupsProps {
  readonly setting: string;
  readonly fields: readonly Field[];
  readonly disabled: boolean;
  readonly valueOf: (path: readonly string[]) => unknown;
  readonly defaultOf: (path: readonly string[]) => unknown;
  readonly faultOf: (path: readonly string[]) => string | null;
  readonly onChange: (path: readonly string[], next: unknown) => void;
}

const groupOf = ({ path }: Field): string => path.slice(0, -1).join('.');

/** The fields of a setting; those that belong together have a legend. */
export function FieldGroups({ setting, fields, ...rest }: FieldGroupsProps) {
  const t = useText();
  const groups = [...new Set(fields.map(groupOf))];
  const inputOf = (field: Field): FieldInputProps => ({
    field,
    label: fieldLabel(t, setting, field.path),
    disabled: rest.disabled,
    value: rest.valueOf(field.path),
    standard: rest.defaultOf(field.path),
    fault: rest.faultOf(field.path),
    onChange: (next) => rest.onChange(field.path, next),
  });
  return groups.map((group) => (
    <fieldset
      key={group}
      className="grid min-w-0 gap-4 @min-[34rem]:grid-cols-2 @min-[60rem]:grid-cols-3"
    >
      {group ? (
        <legend className="mb-2 font-semibold">{fieldLabel(t, setting, group.split('.'))}</legend>
      ) : null}
      {fields
        .filter((field) => groupOf(field) === group)
        .map((field) => (
          <FieldInput key={field.path.join('.')} {...inputOf(field)} />
        ))}
    </fieldset>
  ));
}
