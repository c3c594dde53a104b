import { useState } from 'react';
import { useText } from '#app/i18n/use-text';
import { canUsePasskeys, signInWithPasskey } from '#app/auth/passkey-browser';
import type { AccountRole } from '#app/auth/security-paths';
import { Checkbox } from '../components/checkbox';
import { useHydrated } from '../components/use-hydrated';
import { PasskeyButton } from './passkey-button';

/** The second way in, beside the code: no number is asked. Needs a script, and says so where there is none. */
export function PasskeyDoor({ account: role }: { account: AccountRole }) {
  const t = useText();
  const hydrated = useHydrated();
  const [shared, setShared] = useState(false);
  if (!hydrated)
    return (
      <noscript>
        <p className="mt-8 text-sm text-ink-soft">{t('security.passkeys.needs_script')}</p>
      </noscript>
    );
  if (!canUsePasskeys()) return null;
  const patient = role === 'patient';
  return (
    <section aria-labelledby="passkey-door" className="mt-8 border-t border-line pt-6">
      <h2 id="passkey-door" className="text-lg">
        {t('security.passkeys.door')}
      </h2>
      <p className="mt-1 mb-4 text-ink-soft">{t('security.passkeys.door_text')}</p>
      {patient ? (
        <div className="mb-4">
          <Checkbox
            id="passkey-shared"
            label={t('auth.code.shared')}
            checked={shared}
            onChange={(event) => setShared(event.target.checked)}
          />
        </div>
      ) : null}
      <PasskeyButton
        label="security.passkeys.sign_in"
        refused="security.passkeys.sign_in_refused"
        show={() => signInWithPasskey(role, shared)}
        // The page itself knows where somebody who is signed in goes on.
        onDone={() => window.location.reload()}
      />
    </section>
  );
}
