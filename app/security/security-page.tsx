import { useActionData, useSearchParams } from '@remix-run/react';
import type { PasskeyDto } from '#contracts/identity';
import type { IntentReply } from '#app/auth/use-intent';
import { useText } from '#app/i18n/use-text';
import { confirmFirst, homeOfAccount, type AccountRole } from '#app/auth/security-paths';
import type { AccountEmail } from '#workflows';
import { Link } from '#app/components/link';
import { Banner } from '../components/banner';
import { ButtonLink } from '../components/button';
import { Card } from '../components/card';
import { Page } from '../components/page';
import { EmailState } from './email-state';
import { AddPasskey } from './add-passkey';
import { PasskeyList } from './passkey-list';

interface SecurityPageProps {
  role: AccountRole;
  /** Passkeys may be added and removed now. */
  fresh: boolean;
  passkeys: readonly PasskeyDto[];
  address: AccountEmail;
}

/** What opens an account: its passkeys, beside the phone, and the address that is told of it. */
export function SecurityPage({ role, fresh, passkeys, address }: SecurityPageProps) {
  const t = useText();
  const { back, security, email } = homeOfAccount[role];
  return (
    <Page title={t('security.page.title')} lead={t('security.page.lead')} back={{ to: back }}>
      <div className="space-y-6">
        <Outcome role={role} />
        <Card as="section">
          <h2 className="text-lg">{t('security.passkeys.title')}</h2>
          <p className="mt-1 text-ink-soft">{t('security.passkeys.text')}</p>
          <p className="mt-3">{t('security.passkeys.risk')}</p>
          <PasskeyList passkeys={passkeys} removable={fresh} />
          {fresh ? (
            <AddPasskey role={role} />
          ) : (
            <div className="mt-6 border-t border-line pt-5">
              <p className="mb-3">{t('security.passkeys.confirm_first')}</p>
              <ButtonLink to={confirmFirst(role, security)}>
                {t('security.confirm.title')}
              </ButtonLink>
            </div>
          )}
        </Card>
        <Card as="section">
          <h2 className="text-lg">{t('security.email.title')}</h2>
          <EmailState {...address} />
          <ButtonLink variant="secondary" to={email} className="mt-4">
            {t('security.email.open')}
          </ButtonLink>
        </Card>
        {role === 'patient' ? (
          <Card as="section">
            <h2 className="text-lg">{t('profile.devices.title')}</h2>
            <p className="mt-1 text-ink-soft">{t('profile.devices.description')}</p>
            <ButtonLink variant="secondary" to="/profile/devices" className="mt-4">
              {t('security.devices.open')}
            </ButtonLink>
          </Card>
        ) : null}
      </div>
    </Page>
  );
}

function Outcome({ role }: { role: AccountRole }) {
  const t = useText();
  const [search] = useSearchParams();
  const answer = useActionData() as IntentReply | undefined;
  const { security } = homeOfAccount[role];
  const failure = answer?.code === 'network' ? t('error.network') : answer?.reply?.error?.['']?.[0];
  if (failure)
    return (
      <Banner tone="danger" title={failure}>
        {answer?.code === 'step_up' ? (
          <Link to={confirmFirst(role, security)} className="link">
            {t('security.confirm.title')}
          </Link>
        ) : null}
      </Banner>
    );
  const done = ['added', 'removed'].find((word) => search.has(word));
  return done ? <Banner tone="ok" title={t(`security.passkeys.done.${done}`)} /> : null;
}
