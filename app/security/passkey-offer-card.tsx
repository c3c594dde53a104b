import { useEffect, useState } from 'react';
import { useText } from '#app/i18n/use-text';
import { canUsePasskeys, hasNoPasskey } from '#app/auth/passkey-browser';
import { offerWasMade, rememberOffer } from '#app/security/passkey-offer-memory';
import { homeOfAccount, type AccountRole } from '#app/auth/security-paths';
import { Link } from '#app/components/link';
import { Button } from '../components/button';
import { buttonStyle } from '../components/button-style';

/** The way in that needs no code: offered once, to whom has none and can have one. */
export function PasskeyOfferCard({ role }: { role: AccountRole }) {
  const t = useText();
  const [offered, setOffered] = useState<AccountRole | null>(null);
  useEffect(() => {
    if (!canUsePasskeys() || offerWasMade(role)) return;
    let gone = false;
    void hasNoPasskey(role).then((none) => {
      if (gone) return;
      if (none) setOffered(role);
      else rememberOffer(role);
    });
    return () => {
      gone = true;
    };
  }, [role]);
  if (offered !== role) return null;
  const close = () => {
    rememberOffer(role);
    setOffered(null);
  };
  return (
    <aside aria-labelledby="passkey-offer" className="shell-narrow pb-10">
      <div className="rounded-lg border border-line bg-surface p-5">
        <h2 id="passkey-offer" className="text-lg">
          {t('security.offer.title')}
        </h2>
        <p className="measure mt-1 text-ink-soft">{t('security.offer.text')}</p>
        <div className="mt-4 flex flex-wrap gap-3">
          <Link
            to={homeOfAccount[role].security}
            onClick={() => rememberOffer(role)}
            className={buttonStyle({ variant: 'secondary' })}
          >
            {t('security.offer.add')}
          </Link>
          <Button type="button" variant="quiet" onClick={close}>
            {t('security.offer.later')}
          </Button>
        </div>
      </div>
    </aside>
  );
}
