import { Flag, MessagesSquare } from 'lucide-react';
import { useState } from 'react';
import type { ReportedDetailRecord, ReportedRecord } from '#contracts/messaging';
import { ActionButtons } from './components/action-buttons';
import type { ActionTable } from './components/actions';
import { search, waits } from './components/console-list';
import { PageHead } from './components/page-head';
import { Facts, Links, Panel } from './components/panel';
import { StatusChip } from './components/status-chip';
import { Since, When } from './components/times';
import { ascending, descending, waitingIn } from './components/views';
import { Messages } from './conversations/messages';
import { resourceOf } from './resource';
import { useText, type Text } from './text';

const queue = waitingIn(ascending('reportedAt'));

/** Conversations that were reported; those that nobody has decided about are the first view. */
export const conversations = resourceOf<ReportedRecord, ReportedDetailRecord>({
  name: 'conversations',
  group: 'messages',
  icon: MessagesSquare,
  queue: { icon: Flag, view: queue },
  live: true,
  page: ConversationPage,
  list: {
    sort: descending('reportedAt'),
    views: { 'console.queue.conversations': queue, 'view.all': { filter: {} } },
    filters: [search, waits],
    // What leaves the console: no words, and no patient.
    exports: 'all',
    columns: [
      { label: 'id', field: 'id', only: 'export' },
      { label: 'clinic', field: 'clinicName' },
      { label: 'console.status', show: (record) => <ConversationStatus record={record} /> },
      { label: 'reported', field: 'reportedAt', as: 'time', sort: true },
      { label: 'waiting_since', field: 'waitingSince', as: 'time', only: 'list' },
      { label: 'blocked_at', field: 'blockedAt', only: 'export' },
    ],
  },
});

function ConversationStatus({ record }: { record: ReportedRecord }) {
  const t = useText();
  const { waitingSince, blockedAt, outcome } = record;
  if (waitingSince)
    return <StatusChip tone="warn">{t('console.conversations.status.waiting')}</StatusChip>;
  if (blockedAt)
    return <StatusChip tone="danger">{t('console.conversations.status.blocked')}</StatusChip>;
  const decided = outcome === 'dismissed' ? 'dismissed' : 'kept';
  return <StatusChip tone="plain">{t(`console.conversations.status.${decided}`)}</StatusChip>;
}

const actions: ActionTable = {
  dismiss: { tone: 'primary', confirm: true },
  keep: { asks: 'reason' },
  block: { tone: 'danger', asks: 'reason' },
  unblock: { asks: 'reason' },
};

function ConversationPage({ record }: { record: ReportedDetailRecord }) {
  const t = useText();
  return (
    <>
      <PageHead
        back="list"
        title={t('console.conversations.of', { clinic: record.clinicName })}
        mark={<ConversationStatus record={record} />}
        lead={<Since what={t('console.conversations.reported')} at={record.reportedAt} />}
      />
      <div className="grid items-start gap-5 @min-[60rem]:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="grid gap-5">
          <Reports record={record} />
          <Words record={record} />
        </div>
        <div className="grid gap-5">
          <Panel title={t('console.conversations.decision')}>
            <ActionButtons resource="conversations" record={record} actions={actions} />
          </Panel>
          <Panel title={t('console.conversations.about')}>
            <Facts rows={detailsOf(t, record)} />
            <Links to={linksOf(t, record)} />
          </Panel>
        </div>
      </div>
    </>
  );
}

const detailsOf = (t: Text, record: ReportedDetailRecord) => [
  [t('console.conversations.waiting_since'), <When key="w" at={record.waitingSince} />] as const,
  [t('console.conversations.blocked_at'), <When key="b" at={record.blockedAt} />] as const,
];

const linksOf = (t: Text, { id, leadId, clinicId, patientId }: ReportedDetailRecord) =>
  [
    [`/admin/offers/${id}/show`, t('console.conversations.offer')],
    [`/admin/leads/${leadId}/show`, t('console.conversations.request')],
    [`/admin/clinics/${clinicId}/show`, t('console.conversations.clinic')],
    [`/admin/patients/${patientId}/show`, t('console.conversations.patient')],
  ] as const;

/** Why somebody asked the team to look, in their words, newest first. */
function Reports({ record }: { record: ReportedDetailRecord }) {
  const t = useText();
  return (
    <Panel title={t('console.conversations.reports')}>
      <ul className="grid gap-3">
        {record.reports.map(({ id, by, reason, at, settledAt, messageId, attachmentId }) => (
          <li key={id}>
            <p className="text-ink-soft">
              {t(`console.conversations.side.${by}`)}, <When at={at} />
              {settledAt ? ` · ${t('console.conversations.settled')}` : ''}
            </p>
            <p className="measure break-words whitespace-pre-line">{reason}</p>
            {messageId && !settledAt ? (
              <p className="text-ink-soft">{t('console.conversations.about_message')}</p>
            ) : null}
            {attachmentId && !settledAt ? (
              <p className="text-ink-soft">{t('console.conversations.about_file')}</p>
            ) : null}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

const reading: ActionTable = { 'read-messages': { asks: 'reason' } };

/** What was said: for a typed reason, and for this visit only. */
function Words({ record }: { record: ReportedDetailRecord }) {
  const t = useText();
  const [read, setRead] = useState<ReportedDetailRecord['messages']>(null);
  return (
    <Panel title={t('console.conversations.messages')}>
      {read ? (
        <Messages record={record} messages={read} />
      ) : (
        <>
          <p className="measure mb-3 text-ink-soft">{t('console.conversations.closed')}</p>
          <ActionButtons
            resource="conversations"
            record={record}
            actions={reading}
            onAnswer={({ data }) => setRead((data!.record as ReportedDetailRecord).messages)}
          />
        </>
      )}
    </Panel>
  );
}
