import { Link } from '@remix-run/react';
import { Check } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { endedParam } from '#app/auth/ended-param';
import type { Keeping } from '#app/forms/keep-form';
import { Rich } from '#app/i18n/rich';
import { useText } from '#app/i18n/use-text';
import { Banner } from './banner';
import { useToast } from './toast';

interface KeptStatusProps {
  state: Keeping;
  /** Way to the sign-in and back to this page. */
  signIn: string;
}

/** What became of what is being typed: a word for the eye, and one sentence, once, for those who listen. */
export function KeptStatus({ state, signIn }: KeptStatusProps) {
  const t = useText();
  const toast = useToast();
  const [told, setTold] = useState('');
  const signedOut = state === 'signed-out';
  const known = useRef<Keeping>('nothing');
  useEffect(() => {
    if (state === 'saved') setTold(t('common.kept.told'));
    // The field that is being typed into may stand far above.
    if (signedOut && known.current !== state) toast(t('common.kept.signed_out'), 'warn', 'kept');
    known.current = state;
  }, [state, signedOut, t, toast]);
  return (
    <div className="mt-6">
      <p aria-hidden="true" className="flex min-h-6 items-center gap-1.5 text-sm text-ink-soft">
        {state === 'saved' ? <Check className="size-4 text-ok" /> : null}
        {state === 'saved' ? t('common.kept.saved') : null}
      </p>
      <p role="status" className="sr-only">
        {told}
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
