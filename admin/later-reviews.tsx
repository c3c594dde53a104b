import { Flag, History } from 'lucide-react';
import type { OutcomeAnswerDetailRecord, OutcomeAnswerRecord } from '#contracts/outcomes';
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

/** What patients say became of treatments, half a year and a year later; reported ones are the first view. */
export const laterReviews = resourceOf<OutcomeAnswerRecord, OutcomeAnswerDetailRecord>({
  name: 'later-reviews',
  group: 'messages',
  icon: History,
  queue: { icon: Flag, view: reported },
  live: true,
  page: LaterReviewPage,
  list: {
    sort: descending('createdAt'),
    views: { 'console.queue.later-reviews': reported, 'view.all': { filter: {} } },
    filters: [
      search,
      {
        source: 'reported',
        label: 'status.reported',
        choices: [{ id: 'reported', name: text('console.queue.later-reviews'), value: true }],
      },
    ],
    // What leaves the console: no patient.
    exports: 'all',
    columns: [
      { label: 'id', field: 'id', only: 'export' },
      { label: 'clinic', field: 'clinicName' },
      { label: 'moment', show: ({ moment }) => text(`console.later-reviews.moment.${moment}`) },
      { label: 'again', show: ({ again }) => text(`console.later-reviews.again.${again}`) },
      { label: 'result', show: ({ result }) => text(`console.later-reviews.result.${result}`) },
      { label: 'console.status', show: (record) => <Status record={record} /> },
      { label: 'written', field: 'createdAt', as: 'time', sort: true },
    ],
  },
});

function Status({ record }: { record: OutcomeAnswerRecord }) {
  const t = useText();
  const status = record.removedAt ? 'removed' : record.reportedAt ? 'reported' : 'shown';
  const tone = { removed: 'danger', reported: 'warn', shown: 'ok' } as const;
  return <StatusChip tone={tone[status]}>{t(`console.later-reviews.status.${status}`)}</StatusChip>;
}

const actions: ActionTable = { keep: { tone: 'primary', confirm: true } };

function LaterReviewPage({ record }: { record: OutcomeAnswerDetailRecord }) {
  const t = useText();
  const { moment, again, result, report, removedBecause } = record;
  return (
    <>
      <PageHead
        back="list"
        title={t('console.later-reviews.of', { clinic: record.clinicName })}
        mark={<Status record={record} />}
        lead={<Since what={t('console.later-reviews.written')} at={record.createdAt} />}
      />
      <div className="grid items-start gap-5 @min-[60rem]:grid-cols-[minmax(0,1fr)_24rem]">
        <Panel title={t(`console.later-reviews.moment.${moment}`)}>
          <Facts
            rows={[
              [t('console.later-reviews.again'), t(`console.later-reviews.again.${again}`)],
              [t('console.later-reviews.result'), t(`console.later-reviews.result.${result}`)],
            ]}
          />
          <p className="measure mt-4 break-words whitespace-pre-line">
            {record.text || t('console.later-reviews.no_words')}
          </p>
        </Panel>
        <div className="grid gap-5">
          <Panel title={t('console.later-reviews.report')}>
            {report ? (
              <>
                <p className="text-ink-soft">
                  <When at={report.at} />
                </p>
                <p className="break-words whitespace-pre-line">{report.reason}</p>
              </>
            ) : (
              <p className="text-ink-soft">{t('console.later-reviews.no_report')}</p>
            )}
          </Panel>
          <Panel title={t('console.later-reviews.decision')}>
            <div className="grid gap-3">
              {removedBecause ? (
                <Facts
                  rows={[
                    [
                      t('console.later-reviews.removed'),
                      t(`console.reviews.because.${removedBecause}`),
                    ],
                  ]}
                />
              ) : null}
              <ActionButtons resource="later-reviews" record={record} actions={actions} />
              {record.allowedEvents.includes('remove') ? (
                <Removal resource="later-reviews" id={record.id} action="remove" />
              ) : null}
            </div>
          </Panel>
        </div>
      </div>
    </>
  );
}
