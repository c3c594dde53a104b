import { BookMarked } from 'lucide-react';
import type { CannedRecord } from '#contracts/support';
import { StaffName } from './components/actor-name';
import { ConsoleList } from './components/console-list';
import type { CsvColumn } from './components/csv';
import type { Column } from './components/list-table';
import { PageHead } from './components/page-head';
import { Panel } from './components/panel';
import { RecordPage } from './components/record-page';
import { When } from './components/times';
import { AddAnswer, AnswerForm } from './answers/form';
import { RemoveAnswer } from './answers/remove';
import type { ConsoleResource } from './resource';
import { text, useText, type Text } from './text';

export const answers: ConsoleResource = {
  name: 'answers',
  group: 'messages',
  icon: BookMarked,
  list: AnswerList,
  show: AnswerShow,
};

/** What the team keeps to answer tickets with. */
function AnswerList() {
  const t = useText();
  return (
    <ConsoleList<CannedRecord>
      columns={columnsOf(t)}
      filters={[{ source: 'q', label: t('console.answers.search') }]}
      csv={csv}
      sort={{ field: 'name', order: 'ASC' }}
      actions={<AddAnswer />}
    />
  );
}

const columnsOf = (t: Text): Column<CannedRecord>[] => [
  {
    key: 'name',
    label: t('console.answers.name'),
    sort: 'name',
    render: ({ name }) => <span className="font-semibold">{name}</span>,
  },
  {
    key: 'languages',
    label: t('console.answers.languages'),
    render: ({ texts }) => Object.keys(texts).join(', ').toUpperCase(),
  },
  {
    key: 'by',
    label: t('console.answers.updated_by'),
    render: ({ updatedBy }) => <StaffName id={updatedBy} />,
  },
  {
    key: 'updated',
    label: t('console.answers.updated'),
    render: ({ updatedAt }) => <When at={updatedAt} />,
  },
];

const csv: readonly CsvColumn<CannedRecord>[] = [
  { label: text('console.answers.name'), value: ({ name }) => name },
  { label: text('console.answers.text.en'), value: ({ texts }) => texts.en ?? '' },
  { label: text('console.answers.text.tr'), value: ({ texts }) => texts.tr ?? '' },
];

/** One answer, to be changed. */
function AnswerShow() {
  return (
    <RecordPage<CannedRecord>>
      {(record) => <AnswerPage key={record.id} record={record} />}
    </RecordPage>
  );
}

function AnswerPage({ record }: { record: CannedRecord }) {
  const t = useText();
  return (
    <>
      <PageHead
        back={{ to: '/admin/answers', label: t('console.answers.title') }}
        title={record.name}
      />
      <div className="grid gap-5">
        <Panel title={t('console.answers.words')}>
          <AnswerForm record={record} />
        </Panel>
        <RemoveAnswer record={record} />
      </div>
    </>
  );
}
