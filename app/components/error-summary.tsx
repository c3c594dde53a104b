import type { FormMetadata } from '@conform-to/react';
import { CircleAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useText } from '#app/i18n/use-text';
import { useHydrated } from './use-hydrated';

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
 *
 * With a script the focus goes here, and a screen reader reads the group that it enters: its name, then the list. An
 * alert besides would be read a second time. Without one nothing moves the focus, and the alert is what is heard.
 */
export function ErrorSummary<S extends Record<string, unknown>>({
  form,
}: {
  form: FormMetadata<S, string[]>;
}) {
  const t = useText();
  const entries = Object.entries(form.allErrors).filter(([, errors]) => errors.length > 0);
  const box = useFocusAfterSubmit(form.id, entries.length > 0);
  const hydrated = useHydrated();
  if (entries.length === 0) return null;
  return (
    <div
      ref={box}
      role={hydrated ? 'group' : 'alert'}
      aria-labelledby={`${form.id}-problem`}
      aria-describedby={hydrated ? `${form.id}-problems` : undefined}
      tabIndex={-1}
      className="mb-6 rounded-md border-2 border-danger bg-danger-soft p-4"
    >
      <h2
        id={`${form.id}-problem`}
        className="flex items-center gap-2 text-base font-semibold text-danger"
      >
        <CircleAlert aria-hidden="true" className="size-5 shrink-0" />
        {t('common.error_summary')}
      </h2>
      <ul id={`${form.id}-problems`} className="mt-1 space-y-1 ps-7">
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
