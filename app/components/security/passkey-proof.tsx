import { useNavigate } from '@remix-run/react';
import { KeyRound } from 'lucide-react';
import { useText } from '#app/i18n/use-text';
import { canUsePasskeys, confirmWithPasskey } from '#app/security/passkey-browser';
import type { AccountRole } from '#app/security/security-paths';
import { Banner } from '../banner';
import { Button } from '../button';
import { useHydrated } from '../use-hydrated';
import { usePasskey } from './use-passkey';

/** A passkey in place of the code, where the account has one. */
export function PasskeyProof({ role, to }: { role: AccountRole; to: string }) {
  const t = useText();
  const navigate = useNavigate();
  const hydrated = useHydrated();
  const { run, pending, words } = usePasskey('security.passkeys.confirm_refused');
  if (!hydrated || !canUsePasskeys()) return null;
  const confirm = async () => {
    if (await run(() => confirmWithPasskey(role))) navigate(to, { replace: true });
  };
  return (
    <div className="mb-8 border-b border-line pb-6">
      {words ? (
        <Banner tone="danger" className="mb-4">
          {words}
        </Banner>
      ) : null}
      <Button type="button" variant="secondary" size="lg" pending={pending} onClick={confirm}>
        <KeyRound aria-hidden="true" className="size-5" />
        {t('security.confirm.passkey')}
      </Button>
    </div>
  );
}
