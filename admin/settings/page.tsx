import type { SettingRecord } from '#platform/lists/console-records';
import { ChangedBy } from '../components/actor-name';
import { Panel } from '../components/panel';
import { PageHead } from '../components/page-head';
import { useText } from '../text';
import { settingText, settingTitle } from './fields';
import { SettingForm } from './form';
import { ProviderPanel, providerSwitch } from './provider-panel';
import { OwnRates, ownRates, RatesPanel, RatesTable, ratesTable } from './rates-panel';

/** One setting. */
export function SettingPage({ record }: { record: SettingRecord }) {
  const t = useText();
  const { id, allowedEvents } = record;
  return (
    <>
      <PageHead
        back="list"
        title={settingTitle(t, id)}
        lead={
          <>
            {settingText(t, id)}
            <span className="block">{id}</span>
          </>
        }
      />
      <Panel
        title={t('console.settings.value')}
        aside={
          <span className="text-ink-soft">
            <ChangedBy record={record} otherwise={t('console.settings.default')} />
          </span>
        }
      >
        {allowedEvents.includes('change') ? null : (
          <p className="measure mb-4 text-ink-soft">{t('console.settings.read_only')}</p>
        )}
        {id === ratesTable ? <RatesTable value={record.value} /> : <SettingForm record={record} />}
      </Panel>
      {id === providerSwitch ? (
        <div className="mt-5">
          <ProviderPanel />
        </div>
      ) : null}
      {id === ownRates ? (
        <div className="mt-5 grid gap-5">
          <OwnRates value={record.value} />
          <RatesPanel />
        </div>
      ) : null}
    </>
  );
}
