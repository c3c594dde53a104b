import { getTextareaProps, type FieldMetadata } from '@conform-to/react';
import type { ComponentProps, ReactNode } from 'react';
import { controlStyle } from './control-style';
import { Field } from './field';

interface TextAreaFieldProps extends Omit<ComponentProps<'textarea'>, 'id' | 'name' | 'form'> {
  meta: FieldMetadata<string | undefined | null>;
  label: ReactNode;
  hint?: ReactNode;
  optional?: boolean;
}

/** Several lines of text of a conform form. */
export function TextAreaField({
  meta,
  label,
  hint,
  optional,
  rows = 5,
  ...rest
}: TextAreaFieldProps) {
  const { key, ...area } = getTextareaProps(meta, { ariaAttributes: false });
  return (
    <Field id={meta.id} label={label} hint={hint} errors={meta.errors} optional={optional}>
      {(aria) => (
        <textarea key={key} rows={rows} {...area} {...aria} {...rest} className={controlStyle} />
      )}
    </Field>
  );
}
