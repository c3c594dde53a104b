import { EyeOff } from 'lucide-react';
import type { MaskingReviewDetailRecord, MaskingReviewRecord } from '#contracts/messaging';
import { ActionButtons } from './components/action-buttons';
import type { ActionTable } from './components/actions';
import { ConsoleList } from './components/console-list';
import type { CsvColumn } from './components/csv';
import type { ListFilter } from './components/filter-bar';
import type { Column } from './components/list-table';
import { useQueueRefresh } from './components/live';
import { PageHead } from './components/page-head';
import { Panel } from './components/panel';
import { RecordPage } from './components/record-page';
import { StatusChip } from './components/status-chip';
import { When } from './components/times';
import type { ListView } from './components/views';
import type { ConsoleResource } from './resource';
import { text, useText, type Text } from './text';

const newestFirst = { field: 'askedAt', order: 'DESC' } as const;
const waitingView: ListView = {
  filter: { queue: 'waiting' },
  sort: { field: 'askedAt', order: 'ASC' },
};

export const maskingReviews: ConsoleResource = {
  name: 'masking-reviews',
  group: 'messages',
  icon: EyeOff,
  list: MaskingReviewList,
  show: MaskingReviewShow,
  queue: { icon: EyeOff, view: waitingView },
};

/** Messages whose senders asked for a review of what was masked; those that wait are the first view. */
function MaskingReviewList() {
  const t = useText();
  useQueueRefresh('masking-reviews');
  const saved = [
    { label: t('console.queue.masking-reviews'), ...waitingView },
    { label: t('console.masking-reviews.view.all'), filter: {}, sort: newestFirst },
  ];
  return (
    <ConsoleList<MaskingReviewRecord>
      columns={columnsOf(t)}
      filters={filtersOf(t)}
      saved={saved}
      csv={csv}
      sort={newestFirst}
    />
  );
}

function ReviewStatus({ record: { outcome } }: { record: MaskingReviewRecord }) {
  const t = useText();
  const words = t(`console.masking-reviews.status.${outcome ?? 'waiting'}`);
  return <StatusChip tone={outcome ? 'plain' : 'warn'}>{words}</StatusChip>;
}

const columnsOf = (t: Text): Column<MaskingReviewRecord>[] => [
  { key: 'by', label: t('console.masking-reviews.by'), render: ({ by }) => sideIn(t, by) },
  { key: 'status', label: t('console.status'), render: statusOf },
  {
    key: 'asked',
    label: t('console.masking-reviews.asked'),
    sort: 'askedAt',
    render: askedOf,
  },
  { key: 'waits', label: t('console.masking-reviews.waiting_since'), render: waitsOf },
];
const sideIn = (t: Text, by: MaskingReviewRecord['by']) => t(`console.masking-reviews.side.${by}`);
const statusOf = (record: MaskingReviewRecord) => <ReviewStatus record={record} />;
const askedOf = ({ askedAt }: MaskingReviewRecord) => <When at={askedAt} />;
const waitsOf = ({ waitingSince }: MaskingReviewRecord) => <When at={waitingSince} />;

const filtersOf = (t: Text): ListFilter[] => [
  {
    source: 'queue',
    label: t('console.masking-reviews.waits'),
    choices: [{ id: 'waiting', name: t('console.queue.masking-reviews') }],
  },
];

/** What leaves the console: no words, and no id of a person. */
const csv: readonly CsvColumn<MaskingReviewRecord>[] = [
  { label: text('console.masking-reviews.id'), value: ({ id }) => id },
  { label: text('console.masking-reviews.asked'), value: ({ askedAt }) => askedAt },
  { label: text('console.masking-reviews.outcome'), value: ({ outcome }) => outcome },
];

/** The one message that its sender released. */
function MaskingReviewShow() {
  useQueueRefresh('masking-reviews');
  return (
    <RecordPage<MaskingReviewDetailRecord>>
      {(record) => <ReviewPage key={record.id} record={record} />}
    </RecordPage>
  );
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
        back={{ to: '/admin/masking-reviews', label: t('console.masking-reviews.title') }}
        title={t('console.masking-reviews.of', { side: sideIn(t, record.by) })}
        mark={<ReviewStatus record={record} />}
        lead={
          <>
            {t('console.masking-reviews.asked')} <When at={record.askedAt} relative />
          </>
        }
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
