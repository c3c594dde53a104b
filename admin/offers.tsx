import { HandCoins } from 'lucide-react';
import { useState } from 'react';
import { offerStatuses, type OfferDetailRecord, type OfferRecord } from '#contracts/offers';
import { ActionButtons } from './components/action-buttons';
import type { ActionTable } from './components/actions';
import { search } from './components/console-list';
import { money } from './components/money';
import { PageHead } from './components/page-head';
import { Facts, Links, Panel } from './components/panel';
import { StatusChip, type Tone } from './components/status-chip';
import { Since, When } from './components/times';
import { descending } from './components/views';
import { resourceOf } from './resource';
import { useText, type Text } from './text';

/** Offers of clinics; what they say in words is behind a reason. */
export const offers = resourceOf<OfferRecord, OfferDetailRecord>({
  name: 'offers',
  group: 'requests',
  icon: HandCoins,
  page: OfferPage,
  list: {
    sort: descending('createdAt'),
    views: {
      'view.live': { filter: { status: ['pending', 'negotiating'] } },
      'view.all': { filter: {} },
    },
    filters: [search, { source: 'status', label: 'console.status', ids: offerStatuses }],
    // What leaves the console: no words, and no patient.
    exports: 'all',
    columns: [
      { label: 'id', field: 'id', only: 'export' },
      { label: 'request', field: 'leadId', only: 'export' },
      { label: 'clinic', field: 'clinicName' },
      { label: 'amount', show: money, csv: money, end: true },
      {
        label: 'console.status',
        field: 'status',
        sort: true,
        show: ({ status }) => <OfferStatus status={status} />,
      },
      { label: 'revision', field: 'revision', end: true },
      { label: 'sent', field: 'createdAt', as: 'time', sort: true },
      { label: 'ended', field: 'endedAt', as: 'time' },
    ],
  },
});

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

function OfferPage({ record }: { record: OfferDetailRecord }) {
  const t = useText();
  return (
    <>
      <PageHead
        back="list"
        title={t('console.offers.of', { clinic: record.clinicName })}
        mark={<OfferStatus status={record.status} />}
        lead={<Since what={t('console.offers.sent')} at={record.createdAt} />}
      />
      <div className="grid items-start gap-5 @min-[60rem]:grid-cols-[minmax(0,1fr)_24rem]">
        <Revisions record={record} />
        <Panel title={t('console.offers.about')}>
          <Facts rows={detailsOf(t, record)} />
          <Links to={linksOf(t, record)} />
        </Panel>
      </div>
    </>
  );
}

const detailsOf = (t: Text, record: OfferDetailRecord) => [
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

const reading: ActionTable = { 'read-words': { asks: 'reason' } };

/** What was asked for the treatment, newest first; the clinic's words for a typed reason, for this visit. */
function Revisions({ record }: { record: OfferDetailRecord }) {
  const t = useText();
  const [read, setRead] = useState<OfferDetailRecord | null>(null);
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
            {said.assumptions?.length ? (
              <ol className="measure mt-1 list-decimal pl-5 break-words">
                {said.assumptions.map(({ text, surchargeCents }, place) => (
                  <li key={place}>
                    {text}{' '}
                    {surchargeCents === null
                      ? null
                      : `+ ${money({ amountCents: surchargeCents, currency: said.currency })}`}
                  </li>
                ))}
              </ol>
            ) : null}
          </li>
        ))}
      </ol>
      {read ? null : (
        <>
          <p className="measure mt-4 mb-3 text-ink-soft">{t('console.offers.closed')}</p>
          <ActionButtons
            resource="offers"
            record={record}
            actions={reading}
            onAnswer={({ data }) => setRead(data!.record as OfferDetailRecord)}
          />
        </>
      )}
    </Panel>
  );
}
