import { getInputProps, type FieldMetadata } from '@conform-to/react';
import type { ComponentProps, ReactNode } from 'react';
import { Checkbox } from './checkbox';
import { FieldErrors } from './field';

interface CheckboxFieldProps extends Omit<
  ComponentProps<'input'>,
  'type' | 'id' | 'name' | 'form'
> {
  meta: FieldMetadata<boolean | string | undefined | null>;
  label: ReactNode;
  hint?: ReactNode;
}

/** One checkbox of a conform form, its label beside it. */
export function CheckboxField({ meta, label, hint, ...rest }: CheckboxFieldProps) {
  const { key, ...input } = getInputProps(meta, {
    type: 'checkbox',
    ariaDescribedBy: hint ? meta.descriptionId : undefined,
  });
  return (
    <div>
      <Checkbox key={key} {...input} {...rest} label={label} />
      {hint ? (
        <p id={meta.descriptionId} className="mt-1 ms-9 text-sm text-ink-soft">
          {hint}
        </p>
      ) : null}
      <FieldErrors id={meta.errorId} errors={meta.errors} />
    </div>
  );
}
