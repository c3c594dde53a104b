import { EyeOff } from 'lucide-react';
import type { MaskingReviewDetailRecord, MaskingReviewRecord } from '#contracts/messaging';
import { ActionButtons } from './components/action-buttons';
import type { ActionTable } from './components/actions';
import { waits } from './components/console-list';
import { PageHead } from './components/page-head';
import { Panel } from './components/panel';
import { StatusChip } from './components/status-chip';
import { Since } from './components/times';
import { ascending, descending, waitingIn } from './components/views';
import { resourceOf } from './resource';
import { text, useText } from './text';

const queue = waitingIn(ascending('askedAt'));

/** Messages whose senders asked for a review of what was masked; those that wait are the first view. */
export const maskingReviews = resourceOf<MaskingReviewRecord, MaskingReviewDetailRecord>({
  name: 'masking-reviews',
  group: 'messages',
  icon: EyeOff,
  queue: { icon: EyeOff, view: queue },
  live: true,
  page: ReviewPage,
  list: {
    sort: descending('askedAt'),
    views: { 'console.queue.masking-reviews': queue, 'view.all': { filter: {} } },
    filters: [waits],
    // What leaves the console: no words, and no id of a person.
    exports: 'all',
    columns: [
      { label: 'id', field: 'id', only: 'export' },
      { label: 'by', show: ({ by }) => sideOf(by) },
      { label: 'console.status', show: (record) => <ReviewStatus record={record} /> },
      { label: 'asked', field: 'askedAt', as: 'time', sort: true },
      { label: 'waiting_since', field: 'waitingSince', as: 'time', only: 'list' },
      { label: 'outcome', field: 'outcome', only: 'export' },
    ],
  },
});

const sideOf = (by: MaskingReviewRecord['by']) => text(`console.masking-reviews.side.${by}`);

function ReviewStatus({ record: { outcome } }: { record: MaskingReviewRecord }) {
  const t = useText();
  const words = t(`console.masking-reviews.status.${outcome ?? 'waiting'}`);
  return <StatusChip tone={outcome ? 'plain' : 'warn'}>{words}</StatusChip>;
}

const actions: ActionTable = {
  keep: { tone: 'primary', confirm: true },
  release: { confirm: true },
};

function ReviewPage({ record }: { record: MaskingReviewDetailRecord }) {
  const t = useText();
  return (
    <>
      <PageHead
        back="list"
        title={t('console.masking-reviews.of', { side: sideOf(record.by) })}
        mark={<ReviewStatus record={record} />}
        lead={<Since what={t('console.masking-reviews.asked')} at={record.askedAt} />}
      />
      <div className="grid items-start gap-5 @min-[60rem]:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="grid gap-5">
          <Words title={t('console.masking-reviews.written')} words={record.words?.written} />
          <Words title={t('console.masking-reviews.shown')} words={record.words?.shown} />
        </div>
        <Panel title={t('console.masking-reviews.decision')}>
          <ActionButtons resource="masking-reviews" record={record} actions={actions} />
        </Panel>
      </div>
    </>
  );
}

function Words({ title, words }: { title: string; words: string | undefined }) {
  const t = useText();
  return (
    <Panel title={title}>
      <p className="measure break-words whitespace-pre-line">
        {words ?? t('console.masking-reviews.decided')}
      </p>
    </Panel>
  );
}
