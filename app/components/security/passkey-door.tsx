import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useText } from '#app/i18n/use-text';
import { canUsePasskeys, signInWithPasskey } from '#app/security/passkey-browser';
import type { AccountRole } from '#app/security/security-paths';
import { Banner } from '../banner';
import { Button } from '../button';
import { useHydrated } from '../use-hydrated';
import { usePasskey } from './use-passkey';

/** The second way in, beside the code: no number is asked. Needs a script, and says so where there is none. */
export function PasskeyDoor({ account: role }: { account: AccountRole }) {
  const t = useText();
  const hydrated = useHydrated();
  const [shared, setShared] = useState(false);
  const { run, pending, words } = usePasskey('security.passkeys.sign_in_refused');
  if (!hydrated)
    return (
      <noscript>
        <p className="mt-8 text-sm text-ink-soft">{t('security.passkeys.needs_script')}</p>
      </noscript>
    );
  if (!canUsePasskeys()) return null;
  const enter = async () => {
    // The page itself knows where somebody who is signed in goes on.
    if (await run(() => signInWithPasskey(role, shared))) window.location.reload();
  };
  return (
    <section aria-labelledby="passkey-door" className="mt-8 border-t border-line pt-6">
      <h2 id="passkey-door" className="text-lg">
        {t('security.passkeys.door')}
      </h2>
      <p className="mt-1 mb-4 text-ink-soft">{t('security.passkeys.door_text')}</p>
      {words ? (
        <Banner tone="danger" className="mb-4">
          {words}
        </Banner>
      ) : null}
      {role === 'patient' ? (
        <div className="mb-4 flex items-start gap-3">
          <input
            id="passkey-shared"
            type="checkbox"
            checked={shared}
            onChange={(event) => setShared(event.target.checked)}
            className="mt-0.5 size-6 shrink-0 accent-brand"
          />
          <label htmlFor="passkey-shared">{t('auth.code.shared')}</label>
        </div>
      ) : null}
      <Button type="button" variant="secondary" size="lg" pending={pending} onClick={enter}>
        <KeyRound aria-hidden="true" className="size-5" />
        {t('security.passkeys.sign_in')}
      </Button>
    </section>
  );
}
