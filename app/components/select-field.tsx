import { getSelectProps, type FieldMetadata } from '@conform-to/react';
import type { ComponentProps, ReactNode } from 'react';
import { controlStyle } from './control-style';
import { Field } from './field';

interface SelectFieldProps extends Omit<
  ComponentProps<'select'>,
  'id' | 'name' | 'form' | 'multiple'
> {
  meta: FieldMetadata<string | undefined | null>;
  label: ReactNode;
  options: ReadonlyArray<{ value: string; label: string }>;
  /** The empty choice on top, for 'nothing chosen'. */
  placeholder?: string;
  hint?: ReactNode;
  optional?: boolean;
}

/** A native select of a conform form. */
export function SelectField(props: SelectFieldProps) {
  const { meta, label, options, placeholder, hint, optional, ...rest } = props;
  const { key, ...select } = getSelectProps(meta, { ariaAttributes: false });
  return (
    <Field id={meta.id} label={label} hint={hint} errors={meta.errors} optional={optional}>
      {(aria) => (
        <select key={key} {...select} {...aria} {...rest} className={controlStyle}>
          {placeholder === undefined ? null : <option value="">{placeholder}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
