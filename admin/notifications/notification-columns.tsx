import { Link } from 'react-router-dom';
import type { NotificationRecord } from '#contracts/notifications';
import { EventButtons } from '../components/event-buttons';
import type { Column } from '../components/list-table';
import { StatusChip, type Tone } from '../components/status-chip';
import { When } from '../components/when';
import { useStaff } from '../providers/use-staff';
import { mayOpen } from '../may-open';
import type { Text } from '../text';
import { kindWords } from './words';

const tones: Record<NotificationRecord['status'], Tone> = {
  queued: 'info',
  sent: 'ok',
  failed: 'danger',
  dropped: 'plain',
};
const pages: Record<NotificationRecord['recipientType'], string> = {
  clinic: 'clinics',
  patient: 'patients',
  staff: 'staff',
};

/** The columns of the list of messages. */
export const notificationColumns = (t: Text): Column<NotificationRecord>[] => [
  {
    key: 'kind',
    label: t('console.notifications.kind'),
    sort: 'kind',
    render: ({ kind }) => (
      <span className="font-semibold">{kindWords[kind] ? t(kindWords[kind]) : kind}</span>
    ),
  },
  {
    key: 'to',
    label: t('console.notifications.recipient'),
    render: (record) => <Recipient t={t} record={record} />,
  },
  {
    key: 'status',
    label: t('console.status'),
    sort: 'status',
    render: (record) => <Status t={t} record={record} />,
  },
  {
    key: 'attempts',
    label: t('console.notifications.attempts'),
    end: true,
    render: ({ attempts }) => attempts,
  },
  {
    key: 'queued',
    label: t('console.notifications.queued'),
    sort: 'createdAt',
    render: ({ createdAt }) => <When at={createdAt} />,
  },
  {
    key: 'ended',
    label: t('console.notifications.ended'),
    render: ({ sentAt, failedAt }) => <When at={sentAt ?? failedAt} />,
  },
  {
    key: 'events',
    label: t('console.actions'),
    render: (record) => (
      <EventButtons
        resource="notifications"
        record={record}
        events={{ resend: { confirm: true } }}
      />
    ),
  },
];

/** With the way to the recipient's screen, for those who have it. */
function Recipient({ t, record }: { t: Text; record: NotificationRecord }) {
  const { recipientType, recipientId } = record;
  const role = useStaff()?.role;
  const words = t(`console.notifications.to.${recipientType}`);
  const screen = pages[recipientType];
  if (!mayOpen(role, screen)) return <>{words}</>;
  return (
    <Link className="link" to={`/admin/${screen}/${recipientId}/show`}>
      {words}
    </Link>
  );
}

function Status({ t, record }: { t: Text; record: NotificationRecord }) {
  const { status, lastError, resends } = record;
  return (
    <div className="grid justify-items-start gap-1">
      <StatusChip tone={tones[status]}>{t(`console.notifications.status.${status}`)}</StatusChip>
      {lastError && status !== 'sent' ? (
        <span className="max-w-72 break-words text-ink-soft">{lastError}</span>
      ) : null}
      {resends > 0 ? (
        <span className="text-ink-soft">
          {t('console.notifications.resends', { count: resends })}
        </span>
      ) : null}
    </div>
  );
}
