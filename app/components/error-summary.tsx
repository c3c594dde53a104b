import type { FormMetadata } from '@conform-to/react';
import { CircleAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useText } from '#app/i18n/use-text';

/** Focus goes to the summary once per attempt to send, never while somebody types. */
function useFocusAfterSubmit(formId: string, hasErrors: boolean) {
  const box = useRef<HTMLDivElement>(null);
  const attempted = useRef(true);
  useEffect(() => {
    const form = document.getElementById(formId);
    const onSubmit = () => {
      attempted.current = true;
      setTimeout(() => box.current?.focus());
    };
    form?.addEventListener('submit', onSubmit);
    return () => form?.removeEventListener('submit', onSubmit);
  }, [formId]);
  useEffect(() => {
    if (!hasErrors || !attempted.current) return;
    attempted.current = false;
    box.current?.focus();
  });
  return box;
}

/**
 * What stands in the way of a form, on top of it: errors of the form as words, errors of fields as links to
 * them. Fields carry the ids that conform gives (`<form id>-<name>`).
 */
export function ErrorSummary<S extends Record<string, unknown>>({
  form,
}: {
  form: FormMetadata<S, string[]>;
}) {
  const t = useText();
  const entries = Object.entries(form.allErrors).filter(([, errors]) => errors.length > 0);
  const box = useFocusAfterSubmit(form.id, entries.length > 0);
  if (entries.length === 0) return null;
  return (
    <div
      ref={box}
      role="alert"
      tabIndex={-1}
      className="mb-6 rounded-md border-2 border-danger bg-danger-soft p-4"
    >
      <p className="flex items-center gap-2 font-semibold text-danger">
        <CircleAlert aria-hidden="true" className="size-5 shrink-0" />
        {t('common.error_summary')}
      </p>
      <ul className="mt-1 space-y-1 ps-7">
        {entries.map(([name, errors]) => (
          <li key={name}>
            {name ? (
              <a href={`#${form.id}-${name}`} className="font-semibold text-danger underline">
                {errors.join(' ')}
              </a>
            ) : (
              errors.join(' ')
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
