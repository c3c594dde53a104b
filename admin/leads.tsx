import { FileHeart, ListChecks } from 'lucide-react';
import { listOf, openFacts } from '#contracts/consultation';
import {
  findingCodes,
  leadStatuses,
  staffFactNames,
  staffFacts,
  type LeadRecord,
} from '#contracts/leads';
import { ConsoleList } from './components/console-list';
import type { CsvColumn } from './components/csv';
import type { ListFilter } from './components/filter-bar';
import type { Column } from './components/list-table';
import { useQueueRefresh } from './components/live';
import { When } from './components/times';
import { LeadShow } from './leads/page';
import {
  allNamed,
  heldView,
  LeadStatus,
  named,
  newestFirst,
  openView,
  screeningView,
} from './leads/words';
import type { ConsoleResource } from './resource';
import { text, useText, type Text } from './text';

export const leads: ConsoleResource = {
  name: 'leads',
  group: 'requests',
  icon: FileHeart,
  list: LeadList,
  show: LeadShow,
  queue: { icon: ListChecks, view: heldView },
};

/** Treatment requests; those that wait for a person are the first view. */
function LeadList() {
  const t = useText();
  useQueueRefresh('leads');
  const saved = [
    { label: t('console.queue.leads'), ...heldView },
    { label: t('console.leads.view.screening'), ...screeningView },
    { label: t('console.leads.view.open'), ...openView },
    { label: t('console.leads.view.all'), filter: {}, sort: newestFirst },
  ];
  return (
    <ConsoleList<LeadRecord>
      columns={columnsOf(t)}
      filters={filtersOf(t)}
      saved={saved}
      csv={leadCsv}
      sort={newestFirst}
    />
  );
}

const columnsOf = (t: Text): Column<LeadRecord>[] => [
  {
    key: 'treatment',
    label: t('console.leads.request'),
    sort: 'treatment',
    render: ({ subTreatment }) => named(t, 'sub-treatment', subTreatment),
  },
  {
    key: 'category',
    label: t('catalogue.fact.treatment'),
    render: ({ treatment }) => named(t, 'category', treatment),
  },
  {
    key: 'locations',
    label: t('console.leads.locations'),
    render: ({ locations }) => allNamed(t, 'city', locations),
  },
  { key: 'status', label: t('console.status'), sort: 'status', render: statusOf },
  {
    key: 'findings',
    label: t('console.leads.findings'),
    render: ({ findings }) =>
      findings.map((finding) => t(`console.leads.finding.${finding}`)).join(', ') ||
      t('console.none'),
  },
  {
    key: 'offers',
    label: t('console.leads.offers'),
    sort: 'offersCount',
    end: true,
    render: ({ offersCount }) => offersCount,
  },
  { key: 'created', label: t('console.leads.submitted'), sort: 'createdAt', render: createdOf },
];

const statusOf = (record: LeadRecord) => <LeadStatus record={record} />;
const createdOf = ({ createdAt }: LeadRecord) => <When at={createdAt} />;

function filtersOf(t: Text): ListFilter[] {
  const choices = (prefix: string, ids: readonly string[]) =>
    ids.map((id) => ({ id, name: t(`${prefix}.${id}`) }));
  return [
    { source: 'q', label: t('console.leads.search') },
    {
      source: 'queue',
      label: t('console.leads.screening'),
      choices: choices('console.leads.queue', ['held', 'screening']),
    },
    {
      source: 'status',
      label: t('console.status'),
      choices: choices('console.leads.status', leadStatuses),
    },
    ...staffFactNames.map((fact) => ({
      source: fact,
      label: t(`catalogue.fact.${fact}`),
      choices: staffFacts[fact].options.map((id) => ({ id, name: named(t, listOf[fact], id) })),
    })),
    {
      source: 'finding',
      label: t('console.leads.finding_one'),
      choices: choices('console.leads.finding', findingCodes),
    },
  ];
}

/** What leaves the console: no notes, no photos, no name. */
const leadCsv: readonly CsvColumn<LeadRecord>[] = [
  { label: text('console.leads.id'), value: ({ id }) => id },
  {
    label: text('catalogue.fact.treatment'),
    value: ({ treatment }) => named(text, 'category', treatment),
  },
  {
    label: text('console.leads.sub_treatment'),
    value: ({ subTreatment }) => named(text, 'sub-treatment', subTreatment),
  },
  {
    label: text('console.leads.locations'),
    value: ({ locations }) => allNamed(text, 'city', locations),
  },
  ...openFacts.map((fact) => ({
    label: text(`catalogue.fact.${fact}`),
    value: (record: LeadRecord) => record[fact],
  })),
  { label: text('console.status'), value: ({ status }) => status },
  { label: text('console.leads.findings'), value: ({ findings }) => findings.join(', ') },
  { label: text('console.leads.photos'), value: ({ photosCount }) => photosCount },
  { label: text('console.leads.offers'), value: ({ offersCount }) => offersCount },
  { label: text('console.leads.submitted'), value: ({ createdAt }) => createdAt },
  { label: text('console.leads.published'), value: ({ publishedAt }) => publishedAt },
];
