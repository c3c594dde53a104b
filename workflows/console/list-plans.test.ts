import { drizzle } from 'drizzle-orm/node-postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clinicList, documentList } from '#contracts/clinic-onboarding';
import { patientList } from '#contracts/identity';
import { leadList, staffFieldNames, staffFields } from '#contracts/leads';
import { dealList, reviewList } from '#contracts/deals';
import { findingList } from '#contracts/twins';
import { listFindings } from '#modules/twins';
import { maskingReviewList, reportedList } from '#contracts/messaging';
import { outcomeAnswerList } from '#contracts/outcomes';
import { notificationList } from '#contracts/notifications';
import { offerList } from '#contracts/offers';
import { ticketList } from '#contracts/support';
import { listClinics, listDocuments } from '#modules/clinic-onboarding';
import { listPatients } from '#modules/identity';
import { listLeadsForStaff } from '#modules/leads';
import { listMaskingReviews, listReportedForStaff } from '#modules/messaging';
import { listNotifications } from '#modules/notifications';
import { listDealsForStaff, listReviewsForStaff } from '#modules/deals';
import { listAnswersForStaff } from '#modules/outcomes';
import { listOffersForStaff } from '#modules/offers';
import { listTicketsForStaff } from '#modules/support';
import { listAudit, listInstancesForStaff } from '#engine/operations';
import type { CtxOf } from '#platform/context';
import { listQuery, type ListDefinition, type ListRequest } from '#platform/lists/list';
import { auditList, workflowList } from '#platform/lists/console-lists';
import { someReviewer } from '../../tests/kit/clinics';
import { createTestServices, type TestServices } from '../../tests/kit/services';

let kit: TestServices;
beforeAll(async () => {
  kit = await createTestServices();
});
afterAll(() => kit.close());

type List = (ctx: CtxOf<'staff'>, request: never) => Promise<unknown>;

interface Node {
  'Node Type': string;
  'Relation Name'?: string;
  Plans?: Node[];
}

/** What the database would do for a list's rows if it had to avoid reading whole tables and sorting. */
async function planOf(definition: object, list: List, asked: object = {}): Promise<Node> {
  const json = Object.entries(asked).map(([name, value]) => [name, JSON.stringify(value)]);
  const request = listQuery(definition as ListDefinition).parse(
    Object.fromEntries(json),
  ) as ListRequest;
  const client = await kit.services.database.pool.connect();
  const sent: Array<{ text: string; values: unknown[] }> = [];
  const db = drizzle(client, {
    logger: { logQuery: (text, values) => void sent.push({ text, values }) },
  });
  try {
    await list({ ...kit.ctx(someReviewer('admin')), db }, request as never);
    await client.query('begin');
    await client.query('set local enable_seqscan = off; set local enable_sort = off');
    const { text, values } = sent.find((one) => one.text.includes(' order by '))!;
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(
      `explain (costs off, format json) ${text}`,
      values,
    );
    await client.query('rollback');
    return rows[0]!['QUERY PLAN'][0].Plan;
  } finally {
    client.release();
  }
}

const below = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(below)];
const kindsIn = (node: Node): string[] => below(node).map((each) => each['Node Type']);

/** Scans of tables that a sort has to wait for: with nothing between that ends them early. */
function sortedScans(node: Node, sorted = false): Node[] {
  const kind = node['Node Type'];
  const still = kind === 'Limit' ? false : sorted || kind.includes('Sort');
  const own = still && node['Relation Name'] ? [node] : [];
  return [...own, ...(node.Plans ?? []).flatMap((each) => sortedScans(each, still))];
}

const lists: Array<[string, ListDefinition, List]> = [
  ['clinics', clinicList, listClinics],
  ['documents', documentList, listDocuments],
  ['leads', leadList, listLeadsForStaff],
  ['offers', offerList, listOffersForStaff],
  ['deals', dealList, listDealsForStaff],
  ['reviews', reviewList, listReviewsForStaff],
  ['later-reviews', outcomeAnswerList, listAnswersForStaff],
  ['conversations', reportedList, listReportedForStaff],
  ['masking-reviews', maskingReviewList, listMaskingReviews],
  ['twins', findingList, listFindings],
  ['tickets', ticketList, listTicketsForStaff],
  ['patients', patientList, listPatients],
  ['notifications', notificationList, listNotifications],
  ['workflows', workflowList, listInstancesForStaff],
  ['audit', auditList, listAudit],
];
const named = (name: string) => lists.find(([known]) => known === name)!;

const id = '0198c5a2-0000-7000-8000-000000000001';

describe('a list of the console', () => {
  it.each(lists)('%s comes in every order from an index', async (_name, definition, list) => {
    for (const field of ['id', ...definition.sort])
      for (const way of ['ASC', 'DESC']) {
        const plan = await planOf(definition, list, { sort: [field, way] });
        expect(kindsIn(plan), `${field} ${way}`).not.toContain('Seq Scan');
        expect(sortedScans(plan), `${field} ${way}`).toEqual([]);
      }
  });

  it.each<readonly [string, object]>([
    ['leads', { status: ['reviewed', 'cancelled'] }],
    ...staffFieldNames.map((fact) => ['leads', { [fact]: staffFields[fact].options[1] }] as const),
    ['leads', { queue: 'held' }],
    ['offers', { status: ['pending', 'negotiating'] }],
    ['offers', { clinicId: id }],
    ['deals', { status: ['accepted', 'scheduled'] }],
    ['deals', { queue: 'waiting' }],
    ['reviews', { reported: true }],
    ['later-reviews', { reported: true }],
    ['conversations', { queue: 'waiting' }],
    ['masking-reviews', { queue: 'waiting' }],
    ['twins', { queue: 'waiting' }],
    ['twins', { clinicId: id }],
    ['twins', { state: ['explained', 'branch'] }],
    ['tickets', { queue: 'waiting' }],
    ['tickets', { status: ['answered', 'closed'] }],
    ['tickets', { assigneeId: id }],
    ['leads', { finding: 'link' }],
    ['leads', { q: 'transplant' }],
    ['clinics', { status: 'pending' }],
    ['documents', { review: 'waiting' }],
    ['documents', { kind: 'insurance' }],
    ['documents', { scan: ['pending', 'failed'] }],
    ['notifications', { status: 'failed' }],
    ['notifications', { kind: 'leads.submitted' }],
    ['notifications', { recipientType: 'staff' }],
    ['notifications', { q: 'lead' }],
    ['workflows', { machine: 'leads.lead' }],
    ['workflows', { exceptMachine: 'identity.otp-challenge' }],
    ['workflows', { q: 'lead' }],
    ['audit', { actor: 'anonymous' }],
    ['audit', { action: 'leads.submit' }],
    ['audit', { objectType: 'lead' }],
    ['audit', { outcome: 'refused' }],
    ['audit', { outcome: 'failed' }],
    ['audit', { breakGlass: true }],
  ])('%s narrowed by %j come in their order from an index', async (name, filter) => {
    const [, definition, list] = named(name);
    const plan = await planOf(definition, list, { filter });
    expect(kindsIn(plan)).not.toContain('Seq Scan');
    expect(sortedScans(plan)).toEqual([]);
  });

  it.each<[string, object, string]>([
    ['documents', { scan: ['failed', 'infected'] }, 'name'],
    ['documents', { scan: ['failed', 'infected'] }, 'review'],
    ['documents', { kind: ['insurance', 'clinic-photos'] }, 'bytes'],
    ['documents', { kind: ['insurance', 'clinic-photos'] }, 'scan'],
    ['documents', { review: ['waiting', 'rejected'] }, 'kind'],
    ['deals', { queue: 'waiting' }, 'status'],
    ['notifications', { kind: 'leads.submitted' }, 'status'],
    ['notifications', { recipientType: 'staff' }, 'sentAt'],
    ['notifications', { recipientType: 'staff' }, 'kind'],
    ['notifications', { recipientType: 'staff', status: 'failed' }, 'failedAt'],
    ['notifications', { recipientType: 'staff', kind: 'leads.submitted' }, 'status'],
    ['workflows', { stuck: true }, 'version'],
  ])(
    '%s narrowed by %j and sorted by %s come in their order from an index',
    async (name, filter, field) => {
      const [, definition, list] = named(name);
      for (const way of ['ASC', 'DESC']) {
        const plan = await planOf(definition, list, { filter, sort: [field, way] });
        expect(kindsIn(plan), way).not.toContain('Seq Scan');
        expect(sortedScans(plan), way).toEqual([]);
      }
    },
  );

  it.each([
    ['patients', { q: 'a@example.com' }],
    ['patients', { q: '+12125550123' }],
    ['patients', { q: 'Sarah M' }],
    ['notifications', { q: id }],
    ['audit', { q: id }],
    ['audit', { q: `staff:${id}` }],
    ['audit', { q: 'notes' }],
    ['leads', { q: id }],
    ['leads', { patientId: id }],
    ['offers', { q: id }],
    ['deals', { q: id }],
    ['deals', { clinicId: id }],
    ['reviews', { q: id }],
    ['later-reviews', { q: id }],
    ['tickets', { q: id }],
    ['tickets', { ownerId: id }],
    ['conversations', { q: id }],
    ['conversations', { clinicId: id }],
    ['conversations', { patientId: id }],
    ['offers', { leadId: id }],
    ['offers', { patientId: id }],
    ['documents', { clinicId: id }],
    ['documents', { q: 'licence' }],
    ['clinics', { stage: ['review', 'breached'] }],
    ['clinics', { q: 'smile' }],
    ['clinics', { q: '2125550' }],
    ['clinics', { city: 'an' }],
    ['workflows', { q: id }],
  ])('%s finds %j by an index', async (name, filter) => {
    const [, definition, list] = named(name);
    expect(kindsIn(await planOf(definition, list, { filter }))).not.toContain('Seq Scan');
  });
});
