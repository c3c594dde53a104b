import { useActionData } from '@remix-run/react';
import { useText } from '#app/i18n/use-text';

interface Answer {
  result?: unknown;
  code?: string;
  reply?: { error?: Record<string, string[] | null> | null };
}

/** What a developer's test page got, or why it got nothing. */
export function TestResult() {
  const t = useText();
  const answer = useActionData() as Answer | undefined;
  if (!answer) return null;
  const { result, code, reply } = answer;
  return (
    <section role="status" className="rounded-md border border-line bg-surface p-4">
      <h2 className="text-lg">{t(code ? 'leads.test.error' : 'leads.test.result')}</h2>
      <pre className="mt-2 overflow-x-auto text-sm">
        {JSON.stringify(code ? { code, errors: reply?.error } : result, null, 2)}
      </pre>
    </section>
  );
}
