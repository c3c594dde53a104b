import type { PatientRecord } from '#contracts/identity';
import { ConsoleList } from '../components/console-list';
import type { CsvColumn } from '../components/csv';
import type { Column } from '../components/list-table';
import { When } from '../components/when';
import { text, useText, type Text } from '../text';

const newestFirst = { field: 'createdAt', order: 'DESC' } as const;

/** What leaves the console: nothing to reach or recognise a person by. */
const csv: readonly CsvColumn<PatientRecord>[] = [
  { label: text('console.patients.id'), value: ({ id }) => id },
  { label: text('console.patients.joined'), value: ({ createdAt }) => createdAt },
  { label: text('console.patients.seen'), value: ({ lastSeenAt }) => lastSeenAt },
  { label: text('console.patients.requests'), value: ({ leadsCount }) => leadsCount },
];

/** Patients by first name and initial; who to reach is behind a reason. */
export function PatientList() {
  const t = useText();
  return (
    <ConsoleList<PatientRecord>
      columns={columnsOf(t)}
      filters={[{ source: 'q', label: t('console.patients.search') }]}
      csv={csv}
      sort={newestFirst}
    />
  );
}

const columnsOf = (t: Text): Column<PatientRecord>[] => [
  { key: 'name', label: t('console.patients.name'), sort: 'name', render: ({ name }) => name },
  { key: 'joined', label: t('console.patients.joined'), sort: 'createdAt', render: joinedOf },
  { key: 'seen', label: t('console.patients.seen'), sort: 'lastSeenAt', render: seenOf },
  {
    key: 'requests',
    label: t('console.patients.requests'),
    end: true,
    render: ({ leadsCount }) => leadsCount,
  },
];

const joinedOf = ({ createdAt }: PatientRecord) => <When at={createdAt} format="date" />;
const seenOf = ({ lastSeenAt }: PatientRecord) => <When at={lastSeenAt} />;
