import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '#platform/base/ids';
import { signedInPatient } from '../../../modules/identity/testing';
import { submitted } from '../../../modules/leads/testing';
import { atConsole, type AdminClient } from '../../kit/admin-client';
import { startTestServer, type TestServer } from '../../kit/http';

let server: TestServer;
let admin: AdminClient;
let reviewer: AdminClient;
let leadId: string;
beforeAll(async () => {
  server = await startTestServer();
  admin = (await atConsole(server, 'admin')).client;
  reviewer = (await atConsole(server, 'reviewer')).client;
  leadId = (await submitted((await signedInPatient(server.ctx())).ctx))._id;
});
afterAll(() => server?.close());

/** A job of the request that has died; with `letter`, what is needed to do it again is still there. */
async function deadJob({
  letter = true,
  instance = leadId as string | null,
} = {}): Promise<number> {
  const { pool } = server.services.database;
  const jobId = newId();
  const { rows } = await pool.query<{ id: string }>(
    `insert into flow.alert (at, job, job_id, instance_id, reason)
     values (platform.now(), 'consultation.sweep-photos', $1, $2, 'Error ECONNREFUSED') returning id`,
    [jobId, instance],
  );
  if (instance) await pool.query('update flow.instance set stuck = true where id = $1', [instance]);
  if (letter)
    await pool.query(
      `insert into pgboss.job (id, name, data) values ($1, 'jobs.dead-letter', $2)`,
      [jobId, { payload: {}, key: newId() }],
    );
  return Number(rows[0]!.id);
}

it('shows an instance with its picture, log, timers and the state that it is in', async () => {
  const { body } = await reviewer.get(`/workflows/${leadId}`);
  expect(body).toMatchObject({
    id: leadId,
    machine: 'leads.lead',
    state: 'pending.screening',
    status: 'active',
    history: [{ version: 1, name: 'flow.started' }],
    timers: [{ name: 'leads.screening-window-elapsed', overdue: false }],
    failedJobs: [],
    allowedEvents: [],
  });
  const diagram = body.diagram as {
    states: Array<{ id: string; current: boolean }>;
    edges: Array<Record<string, unknown>>;
  };
  const current = diagram.states.filter((state) => state.current).map(({ id }) => id);
  expect(current).toEqual(['pending', 'pending.screening']);
  expect(diagram.edges).toContainEqual({
    from: 'pending.screening',
    to: 'published',
    event: 'after screening-window',
    guard: null,
  });
});

it('filters by machine, end and trouble', async () => {
  const total = async (filter: object) => (await reviewer.list('workflows', { filter })).total;
  expect(await total({ machine: 'leads.lead' })).toBe(1);
  expect(await total({ machine: ['leads.lead', 'identity.otp-challenge'] })).toBeGreaterThan(1);
  expect(await total({ machine: 'leads.lead', status: 'done' })).toBe(0);
  expect(await total({ stuck: true })).toBe(0);
  expect(await total({ q: leadId })).toBe(1);
  expect(await total({ q: 'leads.' })).toBe(1);
});

it('does a failed job again, once, and frees the instance', async () => {
  const alertId = await deadJob();
  const stuck = await admin.get(`/workflows/${leadId}`);
  expect(stuck.body).toMatchObject({ stuck: true, allowedEvents: ['retry', 'dismiss'] });
  expect(stuck.body.failedJobs).toMatchObject([{ alertId, reason: 'Error ECONNREFUSED' }]);
  expect((await admin.send('workflows', leadId, 'retry', {})).status).toBe(422);
  expect((await admin.send('workflows', newId(), 'retry', { alertId })).status).toBe(404);
  const all = await Promise.all(
    Array.from({ length: 10 }, () => admin.send('workflows', leadId, 'retry', { alertId })),
  );
  expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(all.filter(({ status }) => status === 409)).toHaveLength(9);
  expect((await admin.get(`/workflows/${leadId}`)).body).toMatchObject({
    stuck: false,
    failedJobs: [],
  });
  const retried = { objectId: String(alertId), facts: { workflowId: leadId } };
  await expect(server).toBeAudited('jobs.retried', retried, { only: 1 });
});

it('closes an alert without doing its job again', async () => {
  const alertId = await deadJob({ letter: false, instance: null });
  expect((await admin.list('jobs', { filter: { q: 'sweep' } })).rows).toMatchObject([
    { id: alertId, allowedEvents: ['retry', 'dismiss'], workflowId: null },
  ]);
  const gone = await admin.send('jobs', String(alertId), 'retry');
  expect([gone.status, gone.body.code]).toEqual([409, 'event_refused']);
  const closed = await admin.send('jobs', String(alertId), 'dismiss');
  expect(closed.body.data?.record).toMatchObject({ id: alertId, allowedEvents: [] });
  expect((await admin.send('jobs', String(alertId), 'dismiss')).status).toBe(409);
  expect((await admin.list('jobs')).total).toBe(0);
  await expect(server).toBeAudited('jobs.dismissed', { objectId: String(alertId) }, { only: 1 });
});

it('lets reviewers look only', async () => {
  const alertId = await deadJob();
  const { rows } = await reviewer.list('jobs', { filter: { workflowId: leadId } });
  expect(rows).toMatchObject([{ id: alertId, allowedEvents: [] }]);
  expect((await reviewer.get(`/workflows/${leadId}`)).body).toMatchObject({ allowedEvents: [] });
  for (const [name, id] of [
    ['jobs', String(alertId)],
    ['workflows', leadId],
  ] as const)
    expect((await reviewer.send(name, id, 'retry', { alertId })).status).toBe(403);
});

it('leaves out what a list does not want to see, unless it is asked for by name or id', async () => {
  const code = 'identity.otp-challenge';
  const machinesOf = async (filter: object) => {
    const { rows } = await reviewer.list('workflows', { filter });
    return [...new Set(rows.map(({ machine }) => machine))].sort();
  };
  expect(await machinesOf({})).toEqual([code, 'leads.lead']);
  expect(await machinesOf({ exceptMachine: code })).toEqual(['leads.lead']);
  expect(await machinesOf({ exceptMachine: [code, 'leads.lead'] })).toEqual([]);
  expect(await machinesOf({ exceptMachine: code, machine: code })).toEqual([code]);
  const { rows } = await reviewer.list('workflows', { filter: { machine: code } });
  expect(await machinesOf({ exceptMachine: code, q: rows[0]!.id })).toEqual([code]);
});
