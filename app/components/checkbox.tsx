import type { ComponentProps, ReactNode } from 'react';

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  id: string;
  label: ReactNode;
}

/** A checkbox with its label beside it. */
export const Checkbox = ({ label, ...input }: CheckboxProps) => (
  <div className="flex items-start gap-3">
    <input {...input} type="checkbox" className="mt-0.5 size-6 shrink-0 accent-brand" />
    <label htmlFor={input.id}>{label}</label>
  </div>
);
