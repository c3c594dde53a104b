import { Flag, Star } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { ReviewDetailRecord, ReviewRecord } from '#contracts/deals';
import { ActionButtons } from './components/action-buttons';
import type { ActionTable } from './components/actions';
import { search } from './components/console-list';
import { PageHead } from './components/page-head';
import { Facts, Panel } from './components/panel';
import { Removal } from './components/removal';
import { StatusChip } from './components/status-chip';
import { Since, When } from './components/times';
import { ascending, descending } from './components/views';
import { resourceOf } from './resource';
import { text, useText } from './text';

const reported = { filter: { reported: true }, sort: ascending('createdAt') };

/** What patients say of treatments; reported ones are the first view. */
export const reviews = resourceOf<ReviewRecord, ReviewDetailRecord>({
  name: 'reviews',
  group: 'messages',
  icon: Star,
  queue: { icon: Flag, view: reported },
  live: true,
  page: ReviewPage,
  list: {
    sort: descending('createdAt'),
    views: { 'console.queue.reviews': reported, 'view.all': { filter: {} } },
    filters: [
      search,
      {
        source: 'reported',
        label: 'status.reported',
        choices: [{ id: 'reported', name: text('console.queue.reviews'), value: true }],
      },
    ],
    // What leaves the console: no patient.
    exports: 'all',
    columns: [
      { label: 'id', field: 'id', only: 'export' },
      { label: 'clinic', field: 'clinicName' },
      { label: 'stars', field: 'stars', end: true },
      {
        label: 'text',
        field: 'text',
        show: (record) => <span className="line-clamp-2 break-words">{record.text}</span>,
      },
      { label: 'console.status', show: (record) => <ReviewStatus record={record} /> },
      { label: 'written', field: 'createdAt', as: 'time', sort: true },
    ],
  },
});

function ReviewStatus({ record }: { record: ReviewRecord }) {
  const t = useText();
  if (record.removedAt)
    return <StatusChip tone="danger">{t('console.reviews.status.removed')}</StatusChip>;
  if (record.reportedAt)
    return <StatusChip tone="warn">{t('console.reviews.status.reported')}</StatusChip>;
  return <StatusChip tone="ok">{t('console.reviews.status.shown')}</StatusChip>;
}

const actions: ActionTable = { keep: { tone: 'primary', confirm: true } };

function ReviewPage({ record }: { record: ReviewDetailRecord }) {
  const t = useText();
  return (
    <>
      <PageHead
        back="list"
        title={t('console.reviews.of', { clinic: record.clinicName, count: record.stars })}
        mark={<ReviewStatus record={record} />}
        lead={<Since what={t('console.reviews.written')} at={record.createdAt} />}
      />
      <div className="grid items-start gap-5 @min-[60rem]:grid-cols-[minmax(0,1fr)_24rem]">
        <Panel title={t('console.reviews.text')}>
          <p className="measure break-words whitespace-pre-line">{record.text}</p>
          {record.answer ? (
            <div className="mt-4 border-l-2 border-line-strong pl-3">
              <p className="text-ink-soft">{t('console.reviews.answer')}</p>
              <p className="measure break-words whitespace-pre-line">{record.answer}</p>
            </div>
          ) : null}
        </Panel>
        <div className="grid gap-5">
          <Reports record={record} />
          <Panel title={t('console.reviews.decision')}>
            <div className="grid gap-3">
              <Removed record={record} />
              <ActionButtons resource="reviews" record={record} actions={actions} />
              {(['remove', 'remove-answer'] as const).map((action) =>
                record.allowedEvents.includes(action) ? (
                  <Removal key={action} resource="reviews" id={record.id} action={action} />
                ) : null,
              )}
            </div>
            <p className="mt-4">
              <Link className="link" to={`/admin/deals/${record.dealId}/show`}>
                {t('console.reviews.deal')}
              </Link>
            </p>
          </Panel>
        </div>
      </div>
    </>
  );
}

/** Why somebody asked staff to look. */
function Reports({ record }: { record: ReviewDetailRecord }) {
  const t = useText();
  return (
    <Panel title={t('console.reviews.reports')}>
      {record.reports.length === 0 ? (
        <p className="text-ink-soft">{t('console.reviews.no_reports')}</p>
      ) : null}
      <ul className="grid gap-3">
        {record.reports.map(({ side, reason, at }) => (
          <li key={side}>
            <p className="text-ink-soft">
              {t(`console.deals.side.${side}`)}, <When at={at} />
            </p>
            <p className="break-words whitespace-pre-line">{reason}</p>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** What was taken away already, and why. */
function Removed({ record }: { record: ReviewDetailRecord }) {
  const t = useText();
  const { removedBecause, answerRemovedBecause } = record;
  const rows = [
    ...(removedBecause
      ? [[t('console.reviews.removed'), t(`console.reviews.because.${removedBecause}`)] as const]
      : []),
    ...(answerRemovedBecause
      ? [
          [
            t('console.reviews.answer_removed'),
            t(`console.reviews.because.${answerRemovedBecause}`),
          ] as const,
        ]
      : []),
  ];
  return rows.length > 0 ? <Facts rows={rows} /> : null;
}
