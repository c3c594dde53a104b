import { Building2, ClipboardCheck } from 'lucide-react';
import {
  applicationStages,
  approvalStatuses,
  promisedDays,
  type ClinicRecord,
} from '#contracts/clinic-onboarding';
import { specialties } from '#contracts/consultation';
import { ClinicShow } from './clinics/page';
import { ApplicationStatus, waitingClinics, waitingStages } from './clinics/status';
import { Clock, When } from './components/times';
import { ConsoleList } from './components/console-list';
import type { CsvColumn } from './components/csv';
import type { ListFilter } from './components/filter-bar';
import type { Column } from './components/list-table';
import type { ConsoleResource } from './resource';
import { text, useText } from './text';

export const clinics: ConsoleResource = {
  name: 'clinics',
  group: 'clinics',
  icon: Building2,
  list: ClinicList,
  show: ClinicShow,
  queue: { icon: ClipboardCheck, view: waitingClinics },
};

const newestFirst = { field: 'registeredAt', order: 'DESC' } as const;

const csv: readonly CsvColumn<ClinicRecord>[] = [
  { label: text('console.clinics.clinic'), value: ({ clinicName }) => clinicName },
  { label: text('console.clinics.doctor'), value: ({ doctorName }) => doctorName },
  { label: text('console.clinics.city'), value: ({ city, country }) => `${city}, ${country}` },
  { label: text('console.clinics.licence'), value: ({ licenseNumber }) => licenseNumber },
  { label: text('console.clinics.specialties'), value: (record) => record.specialties.join(', ') },
  { label: text('console.status'), value: ({ status }) => status },
  { label: text('console.clinics.stage'), value: ({ stage }) => stage },
  { label: text('console.clinics.registered'), value: ({ registeredAt }) => registeredAt },
  { label: text('console.clinics.due'), value: ({ dueAt }) => dueAt },
  { label: text('console.clinics.decided'), value: ({ decidedAt }) => decidedAt },
];

/** All clinics, and the queue of those that wait for a decision. */
function ClinicList() {
  const t = useText();
  const columns: readonly Column<ClinicRecord>[] = [
    { key: 'name', label: t('console.clinics.clinic'), sort: 'clinicName', render: nameOf },
    { key: 'city', label: t('console.clinics.city'), sort: 'city', render: cityOf },
    { key: 'specialties', label: t('console.clinics.specialties'), render: specialtiesOf },
    {
      key: 'status',
      label: t('console.status'),
      render: (record) => <ApplicationStatus record={record} />,
    },
    { key: 'due', label: t('console.clinics.due'), sort: 'dueAt', render: dueOf },
    {
      key: 'registered',
      label: t('console.clinics.registered'),
      sort: 'registeredAt',
      render: registeredOf,
    },
  ];
  const choices = (prefix: string, ids: readonly string[]) =>
    ids.map((id) => ({ id, name: t(`${prefix}.${id}`) }));
  const filters: readonly ListFilter[] = [
    { source: 'q', label: t('console.clinics.search') },
    {
      source: 'status',
      label: t('console.status'),
      choices: choices('console.clinics.status', approvalStatuses),
    },
    {
      source: 'stage',
      label: t('console.clinics.stage'),
      choices: [
        { id: 'waiting', name: t('console.queue.clinics'), value: waitingStages },
        ...choices('console.clinics.stage', applicationStages),
      ],
    },
    {
      source: 'specialty',
      label: t('console.clinics.specialty'),
      choices: specialties.map((name) => ({ id: name, name })),
    },
  ];
  const saved = [
    { label: t('console.queue.clinics'), ...waitingClinics },
    { label: t('console.clinics.saved_checks'), filter: { checks: true }, sort: newestFirst },
    { label: t('console.clinics.all'), filter: {}, sort: newestFirst },
  ];
  return (
    <ConsoleList columns={columns} filters={filters} saved={saved} csv={csv} sort={newestFirst} />
  );
}

const nameOf = ({ clinicName }: ClinicRecord) => clinicName;
const cityOf = ({ city, country }: ClinicRecord) => `${city}, ${country}`;
const specialtiesOf = ({ specialties: names }: ClinicRecord) => names.join(', ');
const dueOf = ({ status, dueAt, promise }: ClinicRecord) =>
  status === 'pending' ? (
    <Clock dueAt={dueAt} moment={promise && promisedDays(promise, 'en').latest} />
  ) : null;
const registeredOf = ({ registeredAt }: ClinicRecord) => <When at={registeredAt} format="date" />;
