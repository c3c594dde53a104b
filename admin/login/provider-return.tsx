import { useEffect, useRef, useState } from 'react';
import type { ProviderPurpose } from '#contracts/identity';
import { messageOf, type Envelope } from '../providers/answers';
import type { Call } from '../providers/call';
import { useText } from '../text';

/** Where each kind of round ends. */
const next: Record<ProviderPurpose, string> = {
  'sign-in': '/admin',
  trial: '/admin/settings/identity.staff-provider/show',
  link: '/admin/account',
};

/** What the provider sent the browser back with; it leaves address and history. */
function takeAnswer(): Record<string, string> {
  const query = new URLSearchParams(window.location.search);
  window.history.replaceState(null, '', window.location.pathname);
  return Object.fromEntries(
    ['state', 'code', 'iss', 'error'].flatMap((name) => {
      const value = query.get(name);
      return value ? [[name, value]] : [];
    }),
  );
}

/** The page that the provider leads back to: passes on what came along, and goes where the round was begun for. */
export function ProviderReturn({ call }: { readonly call: Call }) {
  const t = useText();
  const [error, setError] = useState<string | null>(null);
  // What came is good once.
  const sent = useRef(false);
  useEffect(() => {
    if (sent.current) return;
    sent.current = true;
    document.title = t('console.page_title', { page: t('console.login.returning') });
    call('/api/admin/login/provider/return', {
      method: 'POST',
      body: JSON.stringify(takeAnswer()),
    }).then(
      ({ json }) =>
        window.location.replace(next[(json as Envelope).data!.purpose as ProviderPurpose]),
      (refused: unknown) => setError(messageOf(refused, t('console.error.unreadable'))),
    );
  }, [call, t]);
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-[26rem] flex-col justify-center px-4 py-10">
      <p className="mb-6 text-base font-bold text-brand">{t('common.brand')}</p>
      <h1 className="text-2xl">
        {t(error ? 'console.login.not_returned' : 'console.login.returning')}
      </h1>
      {error ? (
        <>
          <p role="alert" className="mt-4 rounded-md bg-danger-soft px-4 py-3 text-danger">
            {error}
          </p>
          <p className="mt-5">
            <a className="link" href="/admin">
              {t('console.login.back')}
            </a>
          </p>
        </>
      ) : (
        <p role="status" className="mt-1 text-ink-soft">
          {t('console.login.returning_text')}
        </p>
      )}
    </main>
  );
}
