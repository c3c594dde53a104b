import { useNavigate } from '@remix-run/react';
import { canUsePasskeys, confirmWithPasskey } from '#app/auth/passkey-browser';
import type { AccountRole } from '#app/auth/security-paths';
import { useHydrated } from '../components/use-hydrated';
import { PasskeyButton } from '../auth/passkey-button';

/** A passkey in place of the code, where the account has one. */
export function PasskeyProof({ role, to }: { role: AccountRole; to: string }) {
  const navigate = useNavigate();
  const hydrated = useHydrated();
  if (!hydrated || !canUsePasskeys()) return null;
  return (
    <div className="mb-8 border-b border-line pb-6">
      <PasskeyButton
        label="security.confirm.passkey"
        refused="security.passkeys.confirm_refused"
        show={() => confirmWithPasskey(role)}
        onDone={() => navigate(to, { replace: true })}
      />
    </div>
  );
}
