import { afterAll, beforeAll, expect, it } from 'vitest';
import { rowBudget } from '#app/admin-api/serve.server';
import { minutes } from '#platform/base/duration';
import { spend } from '#platform/limits/rate-limit';
import { atConsole } from '../../kit/admin-client';
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
  const facts = { resource: 'clinics', from: 0, rows: 100 };
  await expect(server).toBeAudited('staff.exported', { actor: `staff:${id}`, facts }, { only: 1 });
  await client.list('clinics');
  expect((await client.list('audit', { export: true })).status).toBe(403);
  expect((await client.list('staff', { export: true })).status).toBe(403);
  await advance(server.services, minutes(11));
  const late = await client.list('clinics', { export: true });
  expect([late.status, late.body.code]).toEqual([401, 'step_up']);
  expect((await client.list('clinics')).status).toBe(200);
  await expect(server).toBeAudited('staff.exported', {}, { times: 1 });
});

it('budgets the rows of lists without an export, exactly with fifty at once, and audits them', async () => {
  const { client, id } = await atConsole(server, 'reviewer');
  const ctx = server.ctx();
  const fifty = await Promise.all(Array.from({ length: 50 }, () => spend(ctx, rowBudget, id, 90)));
  expect(fifty.filter((spent) => spent !== null)).toHaveLength(33);
  expect(await spend(ctx, rowBudget, id, 29)).toBe(2_999);

  // Signing in showed a factor: the larger budget. One entry tells how much went out.
  const first = await client.list('audit');
  expect(first.status).toBe(200);
  expect(first.rows.length).toBeGreaterThan(1);
  const spent = 2_999 + first.rows.length;
  const listed = { actor: `staff:${id}`, facts: { resource: 'audit', rows: spent } };
  await expect(server).toBeAudited('staff.listed', listed, { only: 1 });
  await spend(ctx, { ...rowBudget, limit: 10_000 }, id, 10_000 - spent);
  expect((await client.list('audit')).status).toBe(429);

  await advance(server.services, minutes(11));
  const late = await client.list('audit');
  expect([late.status, late.body.code]).toEqual([401, 'step_up']);
  const { client: other } = await atConsole(server, 'reviewer');
  expect((await other.list('audit')).status).toBe(200);
});
