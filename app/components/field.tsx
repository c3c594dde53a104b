import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useText } from '#app/i18n/use-text';

interface Aria {
  id: string;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
}

interface FieldProps {
  id: string;
  label: ReactNode;
  hint?: ReactNode;
  errors?: readonly string[];
  optional?: boolean;
  className?: string;
  children: (aria: Aria) => ReactNode;
}

/** The words of a field's errors, tied to the field by `id`. */
export function FieldErrors({ id, errors }: { id: string; errors?: readonly string[] }) {
  if (!errors?.length) return null;
  return (
    <p id={id} className="mt-1.5 flex gap-1.5 font-semibold text-danger">
      <CircleAlert aria-hidden="true" className="mt-1 size-4 shrink-0" />
      <span>{errors.join(' ')}</span>
    </p>
  );
}

/** Label above, hint below it, the control, then its errors. `children` receives what ties them together. */
export function Field({ id, label, hint, errors, optional, className, children }: FieldProps) {
  const t = useText();
  const describedBy = [errors?.length ? `${id}-error` : null, hint ? `${id}-description` : null]
    .filter(Boolean)
    .join(' ');
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1 block font-semibold">
        {label}
        {optional ? (
          <span className="font-normal text-ink-soft"> {t('common.optional')}</span>
        ) : null}
      </label>
      {hint ? (
        <p id={`${id}-description`} className="mb-1.5 text-sm text-ink-soft">
          {hint}
        </p>
      ) : null}
      {children({
        id,
        'aria-describedby': describedBy || undefined,
        'aria-invalid': errors?.length ? true : undefined,
      })}
      <FieldErrors id={`${id}-error`} errors={errors} />
    </div>
  );
}
