import { getInputProps, type FieldMetadata } from '@conform-to/react';
import type { ComponentProps, ReactNode } from 'react';
import { controlStyle } from './control-style';
import { cx } from './cx';
import { Field } from './field';

type InputType =
  'text' | 'email' | 'tel' | 'url' | 'search' | 'password' | 'number' | 'date' | 'time';

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'type' | 'id' | 'name' | 'form'> {
  meta: FieldMetadata<string | number | undefined | null>;
  label: ReactNode;
  hint?: ReactNode;
  type?: InputType;
  optional?: boolean;
}

/** One line of text of a conform form. */
export function TextField({
  meta,
  label,
  hint,
  type = 'text',
  optional,
  className,
  ...rest
}: TextFieldProps) {
  const { key, ...input } = getInputProps(meta, { type, ariaAttributes: false });
  return (
    <Field id={meta.id} label={label} hint={hint} errors={meta.errors} optional={optional}>
      {(aria) => (
        <input key={key} {...input} {...aria} {...rest} className={cx(controlStyle, className)} />
      )}
    </Field>
  );
}
