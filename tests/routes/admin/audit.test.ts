import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '#platform/base/ids';
import { atConsole, type AdminClient, type AdminPerson } from '../../kit/admin-client';
import { startTestServer, type TestServer } from '../../kit/http';

let server: TestServer;
let person: AdminPerson;
let admin: AdminClient;
const objectId = newId();
beforeAll(async () => {
  server = await startTestServer();
  person = await atConsole(server, 'admin');
  admin = person.client;
  await server.services.database.pool.query(
    `insert into platform.audit_entry (at, actor, action, object_type, object_id, outcome, request_id, facts)
     values ('2026-01-01T10:00:00Z', 'system:sample', 'sample.first', 'sample', $1, 'ok', 'r', '{}'),
            ('2026-01-02T10:00:00Z', 'system:sample', 'sample.second', 'sample', $1, 'refused', 'r', '{}')`,
    [objectId],
  );
});
afterAll(() => server?.close());

const actionsOf = async (filter: object) =>
  (await admin.list('audit', { filter, sort: ['at', 'ASC'] })).rows.map(({ action }) => action);

it('is found by who, what, whom, how it ended and when', async () => {
  const both = ['sample.first', 'sample.second'];
  expect(await actionsOf({ actor: 'system:sample' })).toEqual(both);
  expect(await actionsOf({ objectType: 'sample', objectId })).toEqual(both);
  expect(await actionsOf({ action: 'sample.second' })).toEqual(['sample.second']);
  expect(await actionsOf({ action: both })).toEqual(both);
  expect(await actionsOf({ objectId, outcome: 'refused' })).toEqual(['sample.second']);
  const [from, to] = ['2026-01-01T10:00:00Z', '2026-01-02T10:00:00Z'];
  expect(await actionsOf({ objectId, from, to })).toEqual(['sample.first']);
  expect(await actionsOf({ q: 'sample.f' })).toEqual(['sample.first']);
  expect(await actionsOf({ q: objectId })).toEqual(both);
  expect(await actionsOf({ actor: 'system:sampl' })).toEqual([]);
  expect(await actionsOf({ breakGlass: true })).toEqual([]);
});

it('is read one entry at a time, and never changed', async () => {
  const { rows } = await admin.list('audit', { filter: { actor: `staff:${person.id}` } });
  expect(rows.length).toBeGreaterThan(0);
  const one = await admin.get(`/audit/${String(rows[0]!.id)}`);
  expect(one.body).toEqual(rows[0]);
  for (const event of ['delete', 'change'])
    expect((await admin.send('audit', String(rows[0]!.id), event)).status).toBe(404);
});
