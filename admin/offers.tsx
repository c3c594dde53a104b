import Button from '@mui/material/Button';
import { HandCoins } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { offerStatuses, type OfferDetailRecord, type OfferRecord } from '#contracts/offers';
import { ConsoleList } from './components/console-list';
import type { CsvColumn } from './components/csv';
import type { ListFilter } from './components/filter-bar';
import type { Column } from './components/list-table';
import { money } from './components/money';
import { PageHead } from './components/page-head';
import { Facts, Panel } from './components/panel';
import { ReasonDialog } from './components/reason-dialog';
import { RecordPage } from './components/record-page';
import { useQuestion, useSend } from './components/sending';
import { StatusChip, type Tone } from './components/status-chip';
import { When } from './components/times';
import type { ConsoleResource } from './resource';
import { text, useText, type Text } from './text';

export const offers: ConsoleResource = {
  name: 'offers',
  group: 'requests',
  icon: HandCoins,
  list: OfferList,
  show: OfferShow,
};

const newestFirst = { field: 'createdAt', order: 'DESC' } as const;
const liveOnly = { status: ['pending', 'negotiating'] };

/** Offers of clinics; what they say in words is behind a reason. */
function OfferList() {
  const t = useText();
  const saved = [
    { label: t('console.offers.view.live'), filter: liveOnly, sort: newestFirst },
    { label: t('console.offers.view.all'), filter: {}, sort: newestFirst },
  ];
  return (
    <ConsoleList<OfferRecord>
      columns={columnsOf(t)}
      filters={filtersOf(t)}
      saved={saved}
      csv={csv}
      sort={newestFirst}
    />
  );
}

const columnsOf = (t: Text): Column<OfferRecord>[] => [
  { key: 'clinic', label: t('console.offers.clinic'), render: ({ clinicName }) => clinicName },
  { key: 'amount', label: t('console.offers.amount'), end: true, render: money },
  { key: 'status', label: t('console.status'), sort: 'status', render: statusOf },
  {
    key: 'revision',
    label: t('console.offers.revision'),
    end: true,
    render: ({ revision }) => revision,
  },
  { key: 'created', label: t('console.offers.sent'), sort: 'createdAt', render: createdOf },
  { key: 'ended', label: t('console.offers.ended'), render: endedOf },
];

const tones: Record<OfferRecord['status'], Tone> = {
  pending: 'info',
  negotiating: 'info',
  accepted: 'ok',
  declined: 'plain',
  withdrawn: 'plain',
  expired: 'plain',
};

function OfferStatus({ status }: Pick<OfferRecord, 'status'>) {
  const t = useText();
  return <StatusChip tone={tones[status]}>{t(`console.offers.status.${status}`)}</StatusChip>;
}

const statusOf = ({ status }: OfferRecord) => <OfferStatus status={status} />;
const createdOf = ({ createdAt }: OfferRecord) => <When at={createdAt} />;
const endedOf = ({ endedAt }: OfferRecord) => <When at={endedAt} />;

const filtersOf = (t: Text): ListFilter[] => [
  { source: 'q', label: t('console.offers.search') },
  {
    source: 'status',
    label: t('console.status'),
    choices: offerStatuses.map((id) => ({ id, name: t(`console.offers.status.${id}`) })),
  },
];

/** What leaves the console: no words, and no patient. */
const csv: readonly CsvColumn<OfferRecord>[] = [
  { label: text('console.offers.id'), value: ({ id }) => id },
  { label: text('console.offers.request'), value: ({ leadId }) => leadId },
  { label: text('console.offers.clinic'), value: ({ clinicName }) => clinicName },
  { label: text('console.offers.amount'), value: money },
  { label: text('console.status'), value: ({ status }) => status },
  { label: text('console.offers.revision'), value: ({ revision }) => revision },
  { label: text('console.offers.sent'), value: ({ createdAt }) => createdAt },
  { label: text('console.offers.ended'), value: ({ endedAt }) => endedAt },
];

/** One offer. */
function OfferShow() {
  return (
    <RecordPage<OfferDetailRecord>>
      {(record) => <OfferPage key={record.id} record={record} />}
    </RecordPage>
  );
}

function OfferPage({ record }: { record: OfferDetailRecord }) {
  const t = useText();
  return (
    <>
      <PageHead
        back={{ to: '/admin/offers', label: t('console.offers.title') }}
        title={t('console.offers.of', { clinic: record.clinicName })}
        mark={<OfferStatus status={record.status} />}
        lead={
          <>
            {t('console.offers.sent')} <When at={record.createdAt} relative />
          </>
        }
      />
      <div className="grid items-start gap-5 @min-[60rem]:grid-cols-[minmax(0,1fr)_24rem]">
        <Revisions record={record} />
        <Panel title={t('console.offers.about')}>
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
    </>
  );
}

const factsOf = (t: Text, record: OfferDetailRecord) => [
  [t('console.offers.amount'), money(record)] as const,
  [t('console.offers.expires'), <When key="expires" at={record.expiresAt} />] as const,
  [t('console.offers.ended'), <When key="ended" at={record.endedAt} />] as const,
  [t('console.offers.why'), whyEnded(t, record)] as const,
];

function whyEnded(t: Text, { declinedBecause, declineReason, withdrawnBy }: OfferDetailRecord) {
  const said = [
    declinedBecause && t(`console.offers.declined.${declinedBecause}`),
    declineReason && t(`console.offers.reason.${declineReason}`),
    withdrawnBy && t(`console.offers.withdrawn.${withdrawnBy}`),
  ];
  return said.filter(Boolean).join(', ') || t('console.none');
}

const linksOf = (t: Text, { id, leadId, clinicId, patientId }: OfferDetailRecord) =>
  [
    [`/admin/leads/${leadId}/show`, t('console.offers.request')],
    [`/admin/clinics/${clinicId}/show`, t('console.offers.clinic')],
    [`/admin/patients/${patientId}/show`, t('console.offers.patient')],
    [`/admin/workflows/${id}/show`, t('console.leads.workflow')],
  ] as const;

/** What was asked for the treatment, newest first; the clinic's words for a typed reason, for this visit. */
function Revisions({ record }: { record: OfferDetailRecord }) {
  const t = useText();
  const sending = useSend('offers');
  const [asking, setAsking] = useState(false);
  const question = useQuestion(sending, () => setAsking(false));
  const [read, setRead] = useState<OfferDetailRecord | null>(null);
  const ask = async (reason: string) => {
    const answer = await question.answer(record.id, 'read-words', { reason });
    if (answer) setRead(answer.data!.record as OfferDetailRecord);
  };
  const canAsk = !read && record.allowedEvents.includes('read-words');
  return (
    <Panel title={t('console.offers.revisions')}>
      <ol className="grid gap-4">
        {(read ?? record).revisions.map((said) => (
          <li key={said.revision} className="border-t border-line pt-3">
            <p className="flex flex-wrap justify-between gap-x-4">
              <strong>{money(said)}</strong>
              <span className="text-ink-soft">
                {t('console.offers.revision_of', { revision: said.revision })} <When at={said.at} />
              </span>
            </p>
            <p className="text-ink-soft">
              {[said.doctorName, said.earliestDate].filter(Boolean).join(', ')}
            </p>
            {said.message ? (
              <p className="measure mt-2 break-words whitespace-pre-line">{said.message}</p>
            ) : null}
            {said.availability ? (
              <p className="measure mt-1 break-words">{said.availability}</p>
            ) : null}
          </li>
        ))}
      </ol>
      {read ? null : <p className="measure mt-4 text-ink-soft">{t('console.offers.closed')}</p>}
      {canAsk ? (
        <div className="mt-3">
          <Button variant="outlined" onClick={() => setAsking(true)}>
            {t('console.offers.action.read-words')}
          </Button>
        </div>
      ) : null}
      {asking ? (
        <ReasonDialog
          title={t('console.offers.action.read-words')}
          text={t('console.offers.ask.read-words')}
          label={t('console.ask.reason')}
          confirm={t('console.offers.action.read-words')}
          pending={sending.pending !== null}
          problem={question.problem}
          onCancel={question.close}
          onSend={(reason) => void ask(reason)}
        />
      ) : null}
    </Panel>
  );
}
