import { Handshake, Hourglass } from 'lucide-react';
import {
  dealStatuses,
  type DealDetailRecord,
  type DealRecord,
  type PriceCause,
  priceCauses,
} from '#contracts/deals';
import { ActionButtons } from './components/action-buttons';
import type { ActionTable } from './components/actions';
import { search, waits } from './components/console-list';
import { money } from './components/money';
import { PageHead } from './components/page-head';
import { Facts, Links, Panel } from './components/panel';
import { StatusChip, type Tone } from './components/status-chip';
import { AppointmentTime, Since, When, written } from './components/times';
import { ascending, descending, waitingIn } from './components/views';
import { resourceOf } from './resource';
import { useText, type Text } from './text';

const queue = waitingIn(ascending('createdAt'));

/** Treatments that were agreed on; those that stand still or are disputed are the first view. */
export const deals = resourceOf<DealRecord, DealDetailRecord>({
  name: 'deals',
  group: 'requests',
  icon: Handshake,
  queue: { icon: Hourglass, view: queue },
  live: true,
  page: DealPage,
  list: {
    sort: descending('createdAt'),
    views: { 'console.queue.deals': queue, 'view.all': { filter: {} } },
    filters: [search, waits, { source: 'status', label: 'console.status', ids: dealStatuses }],
    // What leaves the console: no words, and no patient.
    exports: 'all',
    columns: [
      { label: 'id', field: 'id', only: 'export' },
      { label: 'clinic', field: 'clinicName' },
      { label: 'price', show: money, csv: money, end: true },
      {
        label: 'console.status',
        field: 'status',
        sort: true,
        show: (record) => <DealStatus record={record} />,
      },
      {
        label: 'date',
        field: 'scheduledFor',
        show: ({ scheduledFor, clinicCity }) => (
          <AppointmentTime at={scheduledFor} city={clinicCity} />
        ),
      },
      { label: 'accepted', field: 'createdAt', as: 'time', sort: true },
    ],
  },
});

const tones: Record<DealRecord['status'], Tone> = {
  accepted: 'info',
  scheduled: 'info',
  treated: 'ok',
  reviewed: 'ok',
  cancelled: 'plain',
};

/** Where a deal stands; while it waits for a person, why. */
function DealStatus({ record }: { record: DealRecord }) {
  const t = useText();
  const { phase, stillBecause, status } = record;
  if (phase === 'disputed')
    return <StatusChip tone="warn">{t('console.deals.disputed')}</StatusChip>;
  if (stillBecause)
    return <StatusChip tone="warn">{t(`console.deals.still.${stillBecause}`)}</StatusChip>;
  return <StatusChip tone={tones[status]}>{t(`console.deals.status.${status}`)}</StatusChip>;
}

/** What staff can do about a deal that does not move on by itself. */
const actions: ActionTable = {
  write: { asks: 'message' },
  uphold: { tone: 'primary', asks: 'reason' },
  cancel: { tone: 'danger', asks: 'reason' },
};

/** The two ends of a dispute: neither is nearer to hand than the other. */
const ends = {
  treated: { uphold: { asks: 'reason' } },
  not_treated: { cancel: { asks: 'reason' } },
} as const satisfies Record<string, ActionTable>;

const besidesDispute: ActionTable = { write: { asks: 'message' } };

function DealPage({ record }: { record: DealDetailRecord }) {
  const t = useText();
  return (
    <>
      <PageHead
        back="list"
        title={t('console.deals.of', { clinic: record.clinicName })}
        mark={<DealStatus record={record} />}
        lead={<Since what={t('console.deals.accepted')} at={record.createdAt} />}
      />
      <div className="grid items-start gap-5 @min-[60rem]:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="grid gap-5">
          {record.phase === 'disputed' ? <Dispute record={record} /> : <Outcome record={record} />}
          <Times record={record} />
          <Written record={record} />
        </div>
        <div className="grid gap-5">
          <Panel title={t('console.deals.about')}>
            <Facts rows={detailsOf(t, record)} />
            <Links to={linksOf(t, record)} />
          </Panel>
          <Panel title={t('console.deals.decision')}>
            <ActionButtons
              resource="deals"
              record={record}
              actions={record.phase === 'disputed' ? besidesDispute : actions}
            />
          </Panel>
        </div>
      </div>
    </>
  );
}

const detailsOf = (t: Text, record: DealDetailRecord) => [
  [t('console.deals.price'), money(record)] as const,
  [
    t('console.deals.date'),
    <AppointmentTime key="date" at={record.scheduledFor} city={record.clinicCity} />,
  ] as const,
  [t('console.deals.still_since'), <When key="still" at={record.stillSince} />] as const,
  [t('console.deals.ended'), <When key="ended" at={record.cancelledAt} />] as const,
];

const linksOf = (t: Text, { id, offerId, leadId, clinicId, patientId }: DealDetailRecord) =>
  [
    [`/admin/offers/${offerId}/show`, t('console.deals.offer')],
    [`/admin/leads/${leadId}/show`, t('console.deals.request')],
    [`/admin/clinics/${clinicId}/show`, t('console.deals.clinic')],
    [`/admin/patients/${patientId}/show`, t('console.deals.patient')],
    [`/admin/workflows/${id}/show`, t('console.leads.workflow')],
  ] as const;

/** Two choices of the same weight, each with what a side said for it. */
function Dispute({ record }: { record: DealDetailRecord }) {
  const t = useText();
  const said = saidOf(t, record);
  return (
    <Panel title={t('console.deals.dispute')}>
      <div className="grid gap-5 @min-[34rem]:grid-cols-2">
        {(['treated', 'not_treated'] as const).map((end) => (
          <section
            key={end}
            className="grid content-between gap-4 rounded-md border border-line p-4"
          >
            <div className="grid gap-3">
              <h3 className="font-semibold">{t(`console.deals.dispute_${end}`)}</h3>
              <SaidList
                said={said.filter(({ key }) => (key === 'denied') === (end !== 'treated'))}
              />
            </div>
            <ActionButtons resource="deals" record={record} actions={ends[end]} />
          </section>
        ))}
      </div>
    </Panel>
  );
}

/** What a side said, in words of the console, and in its own. */
interface Statement {
  readonly key: string;
  readonly words: string;
  readonly reason: string | null;
}

function saidOf(t: Text, record: DealDetailRecord): Statement[] {
  const { confirmations, deniedBy, denialReason, cancelledBy, cancelReason } = record;
  return [
    ...confirmations.map(({ side, reason, because, treatedOn, ...paid }) => ({
      key: side,
      words: `${t(treatedOn ? 'console.deals.confirmed_on' : 'console.deals.confirmed', {
        side: t(`console.deals.side.${side}`),
        price: money(paid),
        day: treatedOn ? written(treatedOn, 'date', 'UTC') : '',
      })} ${because ? causeWords(t, because) : ''}`,
      reason,
    })),
    ...(deniedBy
      ? [
          {
            key: 'denied',
            words: t('console.deals.denied', { side: t(`console.deals.side.${deniedBy}`) }),
            reason: denialReason,
          },
        ]
      : []),
    ...(cancelledBy
      ? [
          {
            key: 'cancelled',
            words: t('console.deals.cancelled', { side: t(`console.deals.side.${cancelledBy}`) }),
            reason: cancelReason,
          },
        ]
      : []),
  ];
}

const causeWords = (t: Text, cause: PriceCause): string =>
  cause === 'not-foreseen'
    ? t('console.deals.not_foreseen')
    : t('console.deals.foreseen', { number: priceCauses.indexOf(cause) });

/** What both sides say happened. */
function Outcome({ record }: { record: DealDetailRecord }) {
  const t = useText();
  return (
    <Panel title={t('console.deals.said')}>
      <SaidList said={saidOf(t, record)} />
    </Panel>
  );
}

function SaidList({ said }: { said: readonly Statement[] }) {
  const t = useText();
  if (said.length === 0) return <p className="text-ink-soft">{t('console.deals.nothing_said')}</p>;
  return (
    <ul className="grid gap-3">
      {said.map(({ key, words, reason }) => (
        <li key={key}>
          <p>{words}</p>
          {reason ? (
            <p className="measure mt-1 border-l-2 border-line-strong pl-3 break-words whitespace-pre-line">
              {reason}
            </p>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

/** Times that were proposed, newest first. */
function Times({ record: { times, clinicCity } }: { record: DealDetailRecord }) {
  const t = useText();
  return (
    <Panel title={t('console.deals.times')}>
      {times.length === 0 ? <p className="text-ink-soft">{t('console.deals.no_times')}</p> : null}
      <ul className="grid gap-2">
        {times.map(({ id, from, startsAt, status }) => (
          <li key={id} className="flex flex-wrap justify-between gap-x-4">
            <span>
              <AppointmentTime at={startsAt} city={clinicCity} />
              <span className="text-ink-soft">{t(`console.deals.side.${from}`)}</span>
            </span>
            <span className="text-ink-soft">{t(`console.deals.time.${status}`)}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** What staff wrote to both sides, newest first. */
function Written({ record: { fromTeam } }: { record: DealDetailRecord }) {
  const t = useText();
  if (fromTeam.length === 0) return null;
  return (
    <Panel title={t('console.deals.written')}>
      <ul className="grid gap-3">
        {fromTeam.map(({ id, text, createdAt }) => (
          <li key={id}>
            <p className="text-ink-soft">
              <When at={createdAt} />
            </p>
            <p className="measure break-words whitespace-pre-line">{text}</p>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
