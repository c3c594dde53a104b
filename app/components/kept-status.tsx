import { Check } from 'lucide-react';
import { useEffect, useState } from 'react';
import { endedParam } from '#app/http/ended-param';
import type { Keeping } from '#app/forms/keep-form';
import { Rich } from '#app/i18n/rich';
import { useText } from '#app/i18n/use-text';
import { Link } from './link';
import { Banner } from './banner';
import { cx } from './cx';

interface KeptStatusProps {
  state: Keeping;
  /** Way to the sign-in and back to this page. */
  signIn: string;
}

/** What became of what is being typed: a word for the eye, and one sentence, once, for those who listen. */
export function KeptStatus({ state, signIn }: KeptStatusProps) {
  const t = useText();
  const [status, setStatus] = useState('');
  const signedOut = state === 'signed-out';
  useEffect(() => {
    if (state === 'saved') setStatus(t('common.kept.told'));
  }, [state, t]);
  const bad = signedOut || state === 'unsaved' || state === 'conflict';
  return (
    // Bad news is seen from wherever somebody types in a long form.
    <div className={cx('mt-6', bad && 'sticky bottom-24 z-10 sm:bottom-4')}>
      <p aria-hidden="true" className="flex min-h-6 items-center gap-1.5 text-sm text-ink-soft">
        {state === 'saved' ? <Check className="size-4 text-ok" /> : null}
        {state === 'saved' ? t('common.kept.saved') : null}
      </p>
      <p role="status" className="sr-only">
        {status}
      </p>
      {signedOut ? <SignedOut signIn={signIn} /> : null}
      {state === 'unsaved' ? <Banner tone="warn" title={t('common.kept.unsaved')} /> : null}
      {state === 'conflict' ? (
        <Banner tone="warn" title={t('common.kept.conflict')}>
          <p>{t('common.kept.conflict_help')}</p>
        </Banner>
      ) : null}
    </div>
  );
}

/** The session ended under a form that is still open. */
export function SignedOut({ signIn }: { signIn: string }) {
  const t = useText();
  return (
    <Banner tone="warn" title={t('common.kept.signed_out')}>
      <p>
        <Rich
          id="common.kept.sign_in"
          components={{ login: <Link to={signIn} className="link" /> }}
        />
      </p>
    </Banner>
  );
}

/** The sign-in that leads back to this page, and says why it is there. */
export const signInTo = (path: string): string =>
  `/login?${new URLSearchParams({ redirectTo: path, [endedParam]: '1' }).toString()}`;
