import Button from '@mui/material/Button';
import type { StaffProviderRecord } from '#contracts/identity';
import { OwnPanel, useOwn } from '../components/own-panel';
import { Facts, Links } from '../components/panel';
import { StatusChip, type Tone } from '../components/status-chip';
import { written } from '../components/times';
import { useCommand } from '../components/use-command';
import { goToProvider } from '../providers/go-to-provider';
import { useText } from '../text';

/** The setting that this stands beside. */
export const providerSwitch = 'identity.staff-provider';

const tones: Record<StaffProviderRecord['state'], Tone> = { off: 'plain', tried: 'info', on: 'ok' };

/** The provider that the settings name, and what is to be done before it can be switched on. */
export function ProviderPanel() {
  const t = useText();
  const own = useOwn<StaffProviderRecord>('provider');
  return (
    <OwnPanel title={t('console.provider.title')} own={own}>
      {(provider) =>
        provider.host ? (
          <>
            <Facts
              rows={[
                [t('console.provider.host'), provider.host],
                [
                  t('console.provider.state'),
                  <StatusChip key="state" tone={tones[provider.state]}>
                    {t(`console.provider.state_of.${provider.state}`)}
                  </StatusChip>,
                ],
              ]}
            />
            <NextStep provider={provider} />
          </>
        ) : (
          <p className="measure">{t('console.provider.none')}</p>
        )
      }
    </OwnPanel>
  );
}

/** Link, try, switch on: which of them comes next. */
function NextStep({ provider }: { provider: StaffProviderRecord }) {
  const t = useText();
  const { run, pending } = useCommand();
  const begin = async () => goToProvider(await run('POST', 'provider/trial'));
  if (!provider.mayTry)
    return (
      <>
        <p className="measure mt-4">{t('console.provider.link_first')}</p>
        <Links to={[['/admin/account', t('console.account.title')]]} />
      </>
    );
  return (
    <>
      {provider.switchUntil ? (
        <p className="measure mt-4">
          {t('console.provider.may_switch', { time: written(provider.switchUntil, 'datetime') })}
        </p>
      ) : (
        <p className="measure mt-4 text-ink-soft">{t('console.provider.try_text')}</p>
      )}
      <div className="mt-4">
        <Button variant="outlined" disabled={pending} onClick={() => void begin()}>
          {t('console.provider.try')}
        </Button>
      </div>
    </>
  );
}
