import { afterAll, beforeAll, expect, it } from 'vitest';
import { minutes } from '#platform/duration';
import { atConsole } from '../../kit/admin-client';
import { auditOf } from '../../kit/audit';
import { advance } from '../../kit/clock';
import { startTestServer, type TestServer } from '../../kit/http';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());

it('leaves a trace per page, and wants a fresh factor', async () => {
  const { client, id } = await atConsole(server, 'reviewer');
  expect((await client.list('clinics', { export: true, range: [0, 99] })).status).toBe(200);
  expect(await auditOf(server, 'staff.exported')).toMatchObject([
    { actor: `staff:${id}`, facts: { resource: 'clinics', from: 0, rows: 100 } },
  ]);
  await client.list('clinics');
  expect((await client.list('audit', { export: true })).status).toBe(403);
  expect((await client.list('staff', { export: true })).status).toBe(403);
  await advance(server.services, minutes(11));
  const late = await client.list('clinics', { export: true });
  expect([late.status, late.body.code]).toEqual([401, 'step_up']);
  expect((await client.list('clinics')).status).toBe(200);
  expect(await auditOf(server, 'staff.exported')).toHaveLength(1);
});
