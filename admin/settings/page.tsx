import type { SettingRecord } from '#platform/lists/console-records';
import { ActorName } from '../components/actor-name';
import { Panel } from '../components/panel';
import { RecordPage } from '../components/record-page';
import { PageHead } from '../components/page-head';
import { When } from '../components/times';
import { useText } from '../text';
import { settingText, settingTitle } from './fields';
import { SettingForm } from './form';

/** One setting. */
export function SettingShow() {
  return (
    <RecordPage<SettingRecord>>
      {(record) => <SettingPage key={record.id} record={record} />}
    </RecordPage>
  );
}

function SettingPage({ record }: { record: SettingRecord }) {
  const t = useText();
  const { id, updatedBy, updatedAt, allowedEvents } = record;
  return (
    <>
      <PageHead
        back={{ to: '/admin/settings', label: t('console.settings.title') }}
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
            {updatedBy ? (
              <>
                <ActorName actor={updatedBy} /> · <When at={updatedAt} />
              </>
            ) : (
              t('console.settings.default')
            )}
          </span>
        }
      >
        {allowedEvents.includes('change') ? null : (
          <p className="measure mb-4 text-ink-soft">{t('console.settings.read_only')}</p>
        )}
        <SettingForm record={record} />
      </Panel>
    </>
  );
}
