import {
  notificationStates,
  recipientTypes,
  type NotificationRecord,
} from '#contracts/notifications';
import { ConsoleList } from '../components/console-list';
import type { ListFilter } from '../components/filter-bar';
import { text, useText, type Text } from '../text';
import { notificationColumns } from './notification-columns';
import { failedView } from './views';
import { kindWords } from './words';

const newestFirst = { field: 'createdAt', order: 'DESC' } as const;

const csv = [
  { label: text('console.notifications.kind'), value: ({ kind }: NotificationRecord) => kind },
  {
    label: text('console.notifications.recipient'),
    value: ({ recipientType }: NotificationRecord) => recipientType,
  },
  { label: text('console.status'), value: ({ status }: NotificationRecord) => status },
  {
    label: text('console.notifications.attempts'),
    value: ({ attempts }: NotificationRecord) => attempts,
  },
  {
    label: text('console.notifications.queued'),
    value: (record: NotificationRecord) => record.createdAt,
  },
  {
    label: text('console.notifications.sent'),
    value: (record: NotificationRecord) => record.sentAt,
  },
  {
    label: text('console.notifications.error'),
    value: (record: NotificationRecord) => record.lastError,
  },
];

/** E-mails that went out, wait, or failed; what failed can be sent again. */
export function NotificationList() {
  const t = useText();
  const saved = [
    { label: t('console.queue.notifications'), ...failedView },
    { label: t('console.notifications.all'), filter: {}, sort: newestFirst },
  ];
  return (
    <ConsoleList<NotificationRecord>
      columns={notificationColumns(t)}
      filters={filtersOf(t)}
      saved={saved}
      csv={csv}
      sort={newestFirst}
      opens={false}
    />
  );
}

function filtersOf(t: Text): ListFilter[] {
  return [
    { source: 'q', label: t('console.notifications.search') },
    {
      source: 'status',
      label: t('console.status'),
      choices: notificationStates.map((id) => ({
        id,
        name: t(`console.notifications.status.${id}`),
      })),
    },
    {
      source: 'recipientType',
      label: t('console.notifications.recipient'),
      choices: recipientTypes.map((id) => ({ id, name: t(`console.notifications.to.${id}`) })),
    },
    {
      source: 'kind',
      label: t('console.notifications.kind'),
      choices: Object.keys(kindWords).map((id) => ({ id, name: t(kindWords[id]!) })),
    },
  ];
}
