import { SlidersHorizontal } from 'lucide-react';
import type { SettingRecord } from '#platform/lists/console-records';
import { ChangedBy } from './components/actor-name';
import { search } from './components/console-list';
import { StatusChip } from './components/status-chip';
import { ascending } from './components/views';
import { resourceOf } from './resource';
import { settingText, settingTitle } from './settings/fields';
import { SettingPage } from './settings/page';
import { text } from './text';

/** Everything that can be changed without a new version. */
export const settings = resourceOf<SettingRecord>({
  name: 'settings',
  group: 'system',
  icon: SlidersHorizontal,
  page: SettingPage,
  list: {
    sort: ascending('id'),
    filters: [search],
    columns: [
      {
        label: 'setting',
        field: 'id',
        sort: true,
        show: ({ id }) => (
          <>
            {settingTitle(text, id)}
            <span className="block font-normal text-ink-soft">{id}</span>
          </>
        ),
      },
      {
        label: 'about',
        show: ({ id }) => <span className="block max-w-xl">{settingText(text, id)}</span>,
      },
      {
        label: 'console.status',
        show: ({ isDefault }) => (
          <StatusChip tone={isDefault ? 'plain' : 'info'}>
            {text(isDefault ? 'console.settings.default' : 'console.settings.changed')}
          </StatusChip>
        ),
      },
      {
        label: 'changed_by',
        show: (record) => <ChangedBy record={record} otherwise={text('console.none')} />,
      },
    ],
  },
});
