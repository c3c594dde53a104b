import { PageHead } from '../components/page-head';
import { useText } from '../text';
import { OwnPasskeys } from './own-passkeys';
import { OwnSessions } from './own-sessions';

/** One's own sessions and passkeys. */
export function AccountPage() {
  const t = useText();
  return (
    <>
      <PageHead title={t('console.account.title')} lead={t('console.account.lead')} />
      <div className="grid items-start gap-5 @min-[46rem]:grid-cols-2">
        <OwnSessions />
        <OwnPasskeys />
      </div>
    </>
  );
}
