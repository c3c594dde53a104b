import Button from '@mui/material/Button';
import { Flag, MessagesSquare } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { ReportedDetailRecord, ReportedRecord } from '#contracts/messaging';
import { ActionButtons } from './components/action-buttons';
import type { ActionTable } from './components/actions';
import { ConsoleList } from './components/console-list';
import type { CsvColumn } from './components/csv';
import type { ListFilter } from './components/filter-bar';
import type { Column } from './components/list-table';
import { useQueueRefresh } from './components/live';
import { PageHead } from './components/page-head';
import { Facts, Panel } from './components/panel';
import { ReasonDialog } from './components/reason-dialog';
import { RecordPage } from './components/record-page';
import { useQuestion, useSend } from './components/sending';
import { StatusChip } from './components/status-chip';
import { When } from './components/times';
import type { ListView } from './components/views';
import { Said } from './conversations/said';
import type { ConsoleResource } from './resource';
import { text, useText, type Text } from './text';

const newestFirst = { field: 'reportedAt', order: 'DESC' } as const;
const waitingView: ListView = {
  filter: { queue: 'waiting' },
  sort: { field: 'reportedAt', order: 'ASC' },
};

export const conversations: ConsoleResource = {
  name: 'conversations',
  group: 'messages',
  icon: MessagesSquare,
  list: ConversationList,
  show: ConversationShow,
  queue: { icon: Flag, view: waitingView },
};

/** Conversations that were reported; those that nobody has decided about are the first view. */
function ConversationList() {
  const t = useText();
  useQueueRefresh('conversations');
  const saved = [
    { label: t('console.queue.conversations'), ...waitingView },
    { label: t('console.conversations.view.all'), filter: {}, sort: newestFirst },
  ];
  return (
    <ConsoleList<ReportedRecord>
      columns={columnsOf(t)}
      filters={filtersOf(t)}
      saved={saved}
      csv={csv}
      sort={newestFirst}
    />
  );
}

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

const columnsOf = (t: Text): Column<ReportedRecord>[] => [
  {
    key: 'clinic',
    label: t('console.conversations.clinic'),
    render: ({ clinicName }) => clinicName,
  },
  { key: 'status', label: t('console.status'), render: statusOf },
  {
    key: 'reported',
    label: t('console.conversations.reported'),
    sort: 'reportedAt',
    render: reportedOf,
  },
  { key: 'waits', label: t('console.conversations.waiting_since'), render: waitsOf },
];
const statusOf = (record: ReportedRecord) => <ConversationStatus record={record} />;
const reportedOf = ({ reportedAt }: ReportedRecord) => <When at={reportedAt} />;
const waitsOf = ({ waitingSince }: ReportedRecord) => <When at={waitingSince} />;

const filtersOf = (t: Text): ListFilter[] => [
  { source: 'q', label: t('console.conversations.search') },
  {
    source: 'queue',
    label: t('console.conversations.waits'),
    choices: [{ id: 'waiting', name: t('console.queue.conversations') }],
  },
];

/** What leaves the console: no words, and no patient. */
const csv: readonly CsvColumn<ReportedRecord>[] = [
  { label: text('console.conversations.id'), value: ({ id }) => id },
  { label: text('console.conversations.clinic'), value: ({ clinicName }) => clinicName },
  { label: text('console.conversations.reported'), value: ({ reportedAt }) => reportedAt },
  { label: text('console.conversations.blocked_at'), value: ({ blockedAt }) => blockedAt },
];

/** One reported conversation. */
function ConversationShow() {
  useQueueRefresh('conversations');
  return (
    <RecordPage<ReportedDetailRecord>>
      {(record) => <ConversationPage key={record.id} record={record} />}
    </RecordPage>
  );
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
        back={{ to: '/admin/conversations', label: t('console.conversations.title') }}
        title={t('console.conversations.of', { clinic: record.clinicName })}
        mark={<ConversationStatus record={record} />}
        lead={
          <>
            {t('console.conversations.reported')} <When at={record.reportedAt} relative />
          </>
        }
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
            <Facts rows={factsOf(t, record)} />
            <p className="mt-4 flex flex-wrap gap-x-4 gap-y-1">
              {linksOf(t, record).map(([to, words]) => (
                <Link key={to} className="link" to={to}>
                  {words}
                </Link>
              ))}
            </p>
          </Panel>
        </div>
      </div>
    </>
  );
}

const factsOf = (t: Text, record: ReportedDetailRecord) => [
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

/** What was said: for a typed reason, and for this visit only. */
function Words({ record }: { record: ReportedDetailRecord }) {
  const t = useText();
  const sending = useSend('conversations');
  const [asking, setAsking] = useState(false);
  const question = useQuestion(sending, () => setAsking(false));
  const [read, setRead] = useState<ReportedDetailRecord['messages']>(null);
  const ask = async (reason: string) => {
    const answer = await question.answer(record.id, 'read-messages', { reason });
    if (answer) setRead((answer.data!.record as ReportedDetailRecord).messages);
  };
  const words = t('console.conversations.action.read-messages');
  return (
    <Panel title={t('console.conversations.messages')}>
      {read ? (
        <Said record={record} messages={read} />
      ) : (
        <>
          <p className="measure text-ink-soft">{t('console.conversations.closed')}</p>
          <div className="mt-3">
            <Button variant="outlined" onClick={() => setAsking(true)}>
              {words}
            </Button>
          </div>
        </>
      )}
      {asking ? (
        <ReasonDialog
          title={words}
          text={t('console.conversations.ask.read-messages')}
          label={t('console.ask.reason')}
          confirm={words}
          pending={sending.pending !== null}
          problem={question.problem}
          onCancel={question.close}
          onSend={(reason) => void ask(reason)}
        />
      ) : null}
    </Panel>
  );
}
