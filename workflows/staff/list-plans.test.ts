import { drizzle } from 'drizzle-orm/node-postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clinicList, documentList } from '#contracts/clinic-onboarding';
import { patientList } from '#contracts/identity';
import { leadList } from '#contracts/leads';
import { notificationList } from '#contracts/notifications';
import { listClinics, listDocuments } from '#modules/clinic-onboarding';
import { listPatients } from '#modules/identity';
import { listLeadsForStaff } from '#modules/leads';
import { listNotifications } from '#modules/notifications';
import type { ActorOf } from '#platform/actor';
import { listAudit } from '#platform/audit-list';
import type { Ctx } from '#platform/context';
import { listInstancesForStaff } from '#platform/flow';
import { listQuery, type ListDefinition, type ListRequest } from '#platform/list';
import { auditList, workflowList } from '#platform/staff-lists';
import { someReviewer } from '../../tests/kit/clinics';
import { createTestServices, type TestServices } from '../../tests/kit/services';

let kit: TestServices;
beforeAll(async () => {
  kit = await createTestServices();
});
afterAll(() => kit.close());

type List = (ctx: Ctx<ActorOf<'staff'>>, request: never) => Promise<unknown>;

/** What the database would do for a list's rows if it had to avoid reading whole tables. */
async function planOf(definition: object, list: List, filter: object = {}): Promise<string> {
  const request = listQuery(definition as ListDefinition).parse({
    filter: JSON.stringify(filter),
  }) as ListRequest;
  const client = await kit.services.database.pool.connect();
  const asked: Array<{ text: string; values: unknown[] }> = [];
  const db = drizzle(client, {
    logger: { logQuery: (text, values) => void asked.push({ text, values }) },
  });
  try {
    await list({ ...kit.ctx(someReviewer('admin')), db }, request as never);
    await client.query('begin');
    await client.query('set local enable_seqscan = off');
    const { text, values } = asked.find((one) => one.text.includes(' order by '))!;
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      `explain (costs off) ${text}`,
      values,
    );
    await client.query('rollback');
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  } finally {
    client.release();
  }
}

const lists: Array<[string, object, List]> = [
  ['clinics', clinicList, listClinics],
  ['documents', documentList, listDocuments],
  ['leads', leadList, listLeadsForStaff],
  ['patients', patientList, listPatients],
  ['notifications', notificationList, listNotifications],
  ['workflows', workflowList, listInstancesForStaff],
  ['audit', auditList, listAudit],
];

const id = '0198c5a2-0000-7000-8000-000000000001';

describe('a list of the console', () => {
  it.each(lists)('%s comes in its order from an index, newest or oldest first', async (...of) => {
    const [, definition, list] = of;
    expect(await planOf(definition, list)).not.toMatch(/Sort|Seq Scan/);
  });

  it.each([
    ['patients', 'a@example.com'],
    ['patients', '+12125550123'],
    ['patients', 'Sarah M'],
    ['notifications', id],
    ['audit', id],
    ['audit', `staff:${id}`],
    ['leads', id],
    ['workflows', id],
  ])('%s finds %s by an index', async (name, q) => {
    const [, definition, list] = lists.find(([known]) => known === name)!;
    expect(await planOf(definition, list, { q })).not.toContain('Seq Scan');
  });
});
