import type { AccountRole } from '#app/auth/security-paths';
import { useText } from '#app/i18n/use-text';
import { ButtonLink } from '../components/button';
import { Card } from '../components/card';
import { privacyPaths } from './paths';

/** Leads to the page that says what closing the account does. */
export function DeleteCard({ whose: role }: { whose: AccountRole }) {
  const t = useText();
  return (
    <Card as="section">
      <h2 className="text-lg">{t('own-data.delete.title')}</h2>
      <p className="mt-1 text-ink-soft">{t('own-data.delete.card')}</p>
      <ButtonLink variant="secondary" to={privacyPaths[role].remove} className="mt-4">
        {t('own-data.delete.open')}
      </ButtonLink>
    </Card>
  );
}
