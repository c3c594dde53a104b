import { SlidersHorizontal } from 'lucide-react';
import type { SettingRecord } from '#platform/lists/console-records';
import { ActorName } from './components/actor-name';
import { ConsoleList } from './components/console-list';
import type { Column } from './components/list-table';
import { StatusChip } from './components/status-chip';
import { When } from './components/times';
import type { ConsoleResource } from './resource';
import { settingText, settingTitle } from './settings/fields';
import { SettingShow } from './settings/page';
import { useText, type Text } from './text';

export const settings: ConsoleResource = {
  name: 'settings',
  group: 'system',
  icon: SlidersHorizontal,
  list: SettingList,
  show: SettingShow,
};

/** Everything that can be changed without a new version. */
function SettingList() {
  const t = useText();
  return (
    <ConsoleList<SettingRecord>
      columns={columnsOf(t)}
      filters={[{ source: 'q', label: t('console.settings.search') }]}
      sort={{ field: 'id', order: 'ASC' }}
    />
  );
}

const columnsOf = (t: Text): Column<SettingRecord>[] => [
  {
    key: 'title',
    label: t('console.settings.setting'),
    sort: 'id',
    render: ({ id }) => (
      <>
        {settingTitle(t, id)}
        <span className="block font-normal text-ink-soft">{id}</span>
      </>
    ),
  },
  {
    key: 'text',
    label: t('console.settings.about'),
    render: ({ id }) => <span className="block max-w-xl">{settingText(t, id)}</span>,
  },
  {
    key: 'state',
    label: t('console.status'),
    render: ({ isDefault }) => (
      <StatusChip tone={isDefault ? 'plain' : 'info'}>
        {t(isDefault ? 'console.settings.default' : 'console.settings.changed')}
      </StatusChip>
    ),
  },
  {
    key: 'by',
    label: t('console.settings.changed_by'),
    render: ({ updatedBy, updatedAt }) =>
      updatedBy ? (
        <>
          <ActorName actor={updatedBy} /> · <When at={updatedAt} />
        </>
      ) : (
        t('console.none')
      ),
  },
];
