import {
  applicationStages,
  approvalStatuses,
  clinicList,
  documentList,
} from '#contracts/clinic-onboarding';
import { contentList } from '#contracts/content';
import { dealList, dealStatuses, reviewList } from '#contracts/deals';
import { patientList, staffList } from '#contracts/identity';
import { findingCodes, leadList, leadStatuses } from '#contracts/leads';
import { reportedList } from '#contracts/messaging';
import { notificationList, notificationStates } from '#contracts/notifications';
import { offerList, offerStatuses } from '#contracts/offers';
import { listClinics, listDocuments } from '#modules/clinic-onboarding';
import { listContent } from '#modules/content';
import { listStaff } from '#modules/identity';
import { listLeadsForStaff } from '#modules/leads';
import { listNotifications } from '#modules/notifications';
import { listAudit, listAlertsForStaff, listInstancesForStaff } from '#engine/operations';
import { listQuery, type ListDefinition, type ListRequest, type Page } from '#platform/lists/list';
import { totalCap } from '#platform/lists/console-records';
import { auditList, jobList, settingList, workflowList } from '#platform/lists/console-lists';
import {
  consoleHome,
  listDealsOfAll,
  listOffers,
  listPatientsForStaff,
  listReported,
  listReviewsOfAll,
  listSettings,
} from '#workflows';
import { nobodyId, ownClinicId, ownId } from './seed';
import type { ListCase, Side } from './side';

type Filter = Readonly<Record<string, unknown>>;
type List = (ctx: Side['staff'], request: never) => Promise<Page<unknown>>;

interface Listed {
  readonly name: string;
  readonly definition: ListDefinition;
  readonly list: List;
  /** Each filter with what may be chosen; `q` with words that many, few and no rows have. */
  readonly filters: readonly Filter[];
}

const words = (...all: string[]): Filter[] => all.map((q) => ({ q }));
const each = (name: string, values: readonly unknown[]): Filter[] =>
  values.map((value) => ({ [name]: value }));
const none = 'Nothing reads like this';

const lists: readonly Listed[] = [
  {
    name: 'leads',
    definition: leadList,
    list: listLeadsForStaff,
    filters: [
      ...each('status', [...leadStatuses, ['reviewed', 'offers_received']]),
      ...each('queue', ['held', 'screening']),
      ...each('treatment', ['dental', ['hair', 'dermatology']]),
      ...each('finding', findingCodes),
      { status: 'cancelled', treatment: 'dermatology' },
      { status: 'pending', finding: 'link' },
      { patientId: nobodyId },
      ...words('transplant', 'Root', 'a', none, nobodyId),
    ],
  },
  {
    name: 'offers',
    definition: offerList,
    list: listOffers,
    filters: [
      ...each('status', [...offerStatuses, ['pending', 'negotiating']]),
      ...each('clinicId', [ownClinicId, nobodyId]),
      ...each('patientId', [ownId, nobodyId]),
      { clinicId: ownClinicId, status: 'accepted' },
      ...words(ownClinicId, nobodyId, none),
    ],
  },
  {
    name: 'deals',
    definition: dealList,
    list: listDealsOfAll,
    filters: [
      ...each('status', [...dealStatuses, ['accepted', 'scheduled']]),
      ...each('clinicId', [ownClinicId, nobodyId]),
      { queue: 'waiting' },
      { clinicId: ownClinicId, status: 'treated' },
      ...words(ownId, nobodyId, none),
    ],
  },
  {
    name: 'reviews',
    definition: reviewList,
    list: listReviewsOfAll,
    filters: [{ reported: true }, ...each('patientId', [ownId, nobodyId]), ...words(ownId, none)],
  },
  {
    name: 'conversations',
    definition: reportedList,
    list: listReported,
    filters: [
      { queue: 'waiting' },
      ...each('clinicId', [ownClinicId, nobodyId]),
      ...words(ownId, none),
    ],
  },
  {
    name: 'patients',
    definition: patientList,
    list: listPatientsForStaff,
    filters: words('Sarah', 'sarah m', 'Miller', 'Z', 'own@mail.invalid', '+12025550100', none),
  },
  {
    name: 'clinics',
    definition: clinicList,
    list: listClinics,
    filters: [
      ...each('status', [...approvalStatuses, ['pending', 'suspended']]),
      ...each('stage', applicationStages),
      { stage: ['review', 'reminded', 'escalated', 'breached'] },
      ...each('specialty', ['Dental Treatment', 'Urology', 'Cardiology']),
      ...each('city', ['Istanbul', 'ursa', 'Nowhere']),
      ...each('late', [true, false]),
      ...words('smile', 'Miller', 'TR-1', '2125550', 'ad', none),
    ],
  },
  {
    name: 'documents',
    definition: documentList,
    list: listDocuments,
    filters: [
      { clinicId: nobodyId },
      ...each('kind', ['medical-license', ['insurance', 'clinic-photos']]),
      ...each('review', ['waiting', 'accepted', 'rejected', ['waiting', 'asked-again']]),
      ...each('scan', ['clean', 'pending', 'infected', 'failed']),
      ...each('removed', [true, false]),
      ...words('medical', 'clinic-photos-9', 'licen', none),
    ],
  },
  {
    name: 'workflows',
    definition: workflowList,
    list: listInstancesForStaff,
    filters: [
      { exceptMachine: 'identity.otp-challenge' },
      ...each('machine', ['leads.lead', 'clinic-onboarding.application', 'identity.otp-challenge']),
      ...each('status', ['active', 'done']),
      ...each('stuck', [true, false]),
      { exceptMachine: 'identity.otp-challenge', status: 'done' },
      { machine: 'clinic-onboarding.application', status: 'active' },
      ...words('lead', 'application', none, nobodyId),
    ],
  },
  {
    name: 'jobs',
    definition: jobList,
    list: listAlertsForStaff,
    filters: [
      ...each('job', ['flow.timer', ['identity.send-code', 'none']]),
      { workflowId: nobodyId },
      ...words('send', none),
    ],
  },
  {
    name: 'notifications',
    definition: notificationList,
    list: listNotifications,
    filters: [
      ...each('status', [...notificationStates, ['failed', 'queued']]),
      ...each('kind', ['leads.submitted', 'clinic-onboarding.registered', 'none']),
      ...each('recipientType', ['patient', 'clinic', 'staff']),
      { recipientId: nobodyId },
      { from: '2020-01-01T00:00:00Z', to: '2020-02-01T00:00:00Z' },
      { from: '2020-01-01T00:00:00Z' },
      { status: 'failed', kind: 'leads.published' },
      ...words('lead', 'onboarding', none, nobodyId),
    ],
  },
  {
    name: 'audit',
    definition: auditList,
    list: listAudit,
    filters: [
      ...each('actor', ['anonymous', `staff:${nobodyId}`]),
      ...each('action', ['leads.submit', 'leads.notes-read', 'none']),
      ...each('objectType', ['lead', 'patient', 'setting']),
      { objectId: nobodyId },
      ...each('outcome', ['ok', 'refused', 'failed']),
      { from: '2020-01-01T00:00:00Z', to: '2020-02-01T00:00:00Z' },
      { breakGlass: true },
      { actor: 'anonymous', outcome: 'failed' },
      ...words('notes', 'identity', none, nobodyId, `staff:${nobodyId}`),
    ],
  },
  {
    name: 'staff',
    definition: staffList,
    list: listStaff,
    filters: [
      ...each('role', ['admin']),
      ...each('state', ['active', ['invited', 'disabled']]),
      ...words('Sarah', none),
    ],
  },
  { name: 'settings', definition: settingList, list: listSettings, filters: words('leads', none) },
  { name: 'content', definition: contentList, list: listContent, filters: words('faq', none) },
];

type Asked = {
  filter?: Filter;
  sort?: readonly [string, string];
  range?: readonly [number, number];
};

const ask = ({ definition, list }: Listed, side: Side, asked: Asked): Promise<Page<unknown>> => {
  const json = Object.entries(asked).map(([name, value]) => [name, JSON.stringify(value)]);
  const request = listQuery(definition).parse(Object.fromEntries(json)) as ListRequest;
  return list(side.staff, request as never);
};

const pageLength = 25;

/** The last page that somebody who turns pages is offered. */
async function lastPage(listed: Listed, side: Side): Promise<Page<unknown>> {
  const { total } = await ask(listed, side, {});
  const rows = total ?? totalCap;
  const first = Math.max(0, Math.floor((rows - 1) / pageLength) * pageLength);
  return ask(listed, side, { range: [first, first + pageLength - 1] });
}

function casesOf(listed: Listed): ListCase[] {
  const { name, definition, filters } = listed;
  const [field, order] = definition.defaultSort;
  const sorts = [...new Set(['id', ...definition.sort])].flatMap((column) =>
    ['ASC', 'DESC'].map((way) => [column, way] as const),
  );
  const others = sorts.filter(([column, way]) => column !== field || way !== order);
  const one = (asked: Asked): ListCase => ({
    name: [
      name,
      asked.filter ? JSON.stringify(asked.filter).replaceAll('"', '') : 'all',
      asked.sort ? asked.sort.join(' ') : '',
    ].join(' '),
    run: (side) => ask(listed, side, asked),
  });
  return [
    one({}),
    ...filters.map((filter) => one({ filter })),
    ...others.map((sort) => one({ sort })),
    ...filters.flatMap((filter) => others.map((sort) => one({ filter, sort }))),
    { name: `${name} last page`, run: (side) => lastPage(listed, side) },
  ];
}

/** Every list of the console: each filter and word by itself in every order, and the last page. */
export const staffCases: readonly ListCase[] = [
  { name: 'home', run: ({ staff }) => consoleHome(staff) },
  ...lists.flatMap(casesOf),
];
