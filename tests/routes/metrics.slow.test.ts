import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMetrics, watchServices } from '#app/http/metrics';
import { createOpsApp } from '#app/http/health';
import { listen, type Listening } from '#app/http/listen';
import { sendCode } from '#modules/identity';
import { milliseconds, minutes, seconds, type Duration } from '#platform/base/duration';
import { newId } from '#platform/base/ids';
import { startWorkers, syncQueues } from '#engine/operations';
import { runJobs } from '#engine/testing';
import { openOps } from '#platform/metrics/metrics';
import { newPhone, signedInPatient } from '../../modules/identity/testing';
import { freePort } from '../../scripts/lib/ports.mjs';
import { sentOffer } from '../../workflows/offers/testing';
import { registry } from '../../workflows/registry';
import { signedInClinic } from '../kit/clinics';
import { advance } from '../kit/clock';
import { countRoundTrips } from '../kit/round-trips';
import { createTestServices, type TestServices } from '../kit/services';
import { requestWithPhotos } from '../kit/shown-photos';

let kit: TestServices;
let ops: Listening;
beforeEach(async () => {
  kit = await createTestServices();
  await syncQueues(kit.services.database, registry);
});
afterEach(async () => {
  await ops?.stop();
  await kit.close();
});

const openPort = async (holds: Duration = milliseconds(0)) => {
  const metrics = createMetrics({ defaults: false });
  watchServices(metrics, kit.services, { streams: 6_000, holds });
  ops = await listen(createOpsApp(metrics, []), 0, '127.0.0.1');
};
const scrape = async (port = ops.port): Promise<string> =>
  (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
/** Values by what stands before them. */
const lines = async (port?: number): Promise<Record<string, number>> =>
  Object.fromEntries(
    [...(await scrape(port)).matchAll(/^([a-z]\S*) (\S+)$/gm)].map(([, name, value]) => [
      name!,
      Number(value),
    ]),
  );
const run = (sql: string, values: unknown[] = []) => kit.services.database.pool.query(sql, values);
const dueJobs = (queue: string, count: number) =>
  run(
    `insert into pgboss.job (name, data, start_after)
     select $1, '{}', now() - interval '3 minutes' from generate_series(1, $2)`,
    [queue, count],
  );

describe('what a scrape costs', () => {
  it('is six statements, and none for whoever else scrapes within seconds', async () => {
    await openPort(minutes(1));
    const { statements } = await countRoundTrips(() => Promise.all([scrape(), scrape()]));
    expect(statements).toHaveLength(6);
    expect(statements.filter((text) => !/^select\b/.test(text))).toEqual([]);
    const again = await countRoundTrips(() => scrape());
    expect(again.result).toContain('worker_silence_seconds');
    expect(again.statements).toEqual([]);
  });

  it('does not grow with what there is to count', async () => {
    await openPort();
    await dueJobs('events.facts', 12_000);
    expect(await lines()).toMatchObject({ 'jobs_due{queue="events.facts"}': 10_000 });
  });
});

describe('the jobs', () => {
  it('are told by queue, without the addresses of subscriptions and the alarms of timers', async () => {
    await openPort();
    await dueJobs('identity.send-code', 2);
    const found = await lines();
    expect(found).toMatchObject({
      'jobs_due{queue="identity.send-code"}': 2,
      'jobs_due{queue="events.facts"}': 0,
    });
    const oldest = found['jobs_oldest_due_seconds{queue="identity.send-code"}']!;
    expect(oldest).toBeGreaterThan(179);
    expect(oldest).toBeLessThan(240);
    const queues = Object.keys(found).filter((name) => name.startsWith('jobs_due{'));
    const known = [
      'events.facts',
      'jobs.dead-letter',
      ...registry.jobs.map((j) => j.definition.name),
    ];
    expect(known.filter((name) => !queues.includes(`jobs_due{queue="${name}"}`))).toEqual([]);
    for (const { name } of registry.subscriptions)
      expect(queues).not.toContain(`jobs_due{queue="${name}"}`);
    expect(queues).not.toContain('jobs_due{queue="flow.timer"}');
  });

  it('that are dead letters are told by name until somebody has dealt with them', async () => {
    await openPort();
    const letter = (job: string) =>
      run(`insert into flow.alert (at, job, job_id, reason) values (now(), $1, $2, 'Error')`, [
        job,
        newId(),
      ]);
    await letter('identity.send-code');
    await letter('identity.send-code');
    await letter('notifications.send');
    expect(await lines()).toMatchObject({
      'jobs_failed{queue="identity.send-code"}': 2,
      'jobs_failed{queue="notifications.send"}': 1,
    });
    await run('update flow.alert set resolved_at = now()');
    expect(Object.keys(await lines()).filter((name) => name.startsWith('jobs_failed'))).toEqual([]);
  });
});

describe('timers', () => {
  it('tell how late the most overdue one is', async () => {
    await openPort();
    expect(await lines()).toMatchObject({ timer_most_overdue_seconds: 0 });
    await run(
      `insert into flow.timer values ($1, 'x', 'sample.x-elapsed', $2, now() + interval '5 minutes', '{}')`,
      [newId(), newId()],
    );
    expect(await lines()).toMatchObject({ timer_most_overdue_seconds: 0 });
    await advance(kit.services, minutes(15));
    const late = (await lines()).timer_most_overdue_seconds!;
    expect(late).toBeGreaterThan(599);
    expect(late).toBeLessThan(660);
  });
});

describe('codes', () => {
  it('are counted by country, and no number is told', async () => {
    await openPort();
    const person = await signedInPatient(kit.ctx());
    const { ports } = kit;
    const phone = newPhone();
    await sendCode(kit.ctx(), { role: 'patient', phoneNumber: phone, browserToken: null });
    await runJobs(kit.services, registry);
    expect(ports.sent.sms.map(({ to }) => to)).toContain(phone);
    const text = await scrape();
    expect(text).toContain('codes_requested_total{country="US"} 2\n');
    expect(text).toContain('codes_sent_total{country="US"} 1\n');
    expect(text).toContain('codes_used_total{country="US"} 1\n');
    for (const number of [phone, person.phone]) expect(text).not.toContain(number.slice(2));
  });

  it('are not counted when nothing was made', async () => {
    await openPort();
    const refused = sendCode(kit.ctx(), {
      role: 'patient',
      phoneNumber: '+1 900 555 0100',
      browserToken: null,
    });
    await expect(refused).rejects.toThrow();
    expect(await scrape()).not.toContain('codes_requested_total{');
  });
});

it('tells how long a request waited for an offer, once however many follow', async () => {
  await openPort();
  const [first, second] = [await signedInClinic(kit.ctx()), await signedInClinic(kit.ctx())];
  const request = await requestWithPhotos(kit.ctx());
  await advance(kit.services, minutes(30));
  await sentOffer(first.ctx, request.leadId);
  await sentOffer(second.ctx, request.leadId);
  const found = await lines();
  expect(found).toMatchObject({
    request_first_offer_seconds_count: 1,
    'request_first_offer_seconds_bucket{le="900"}': 0,
    'request_first_offer_seconds_bucket{le="3600"}': 1,
  });
});

it('tells how full each pool is', async () => {
  await openPort();
  const { main, live } = kit.services.database.pools;
  const held = await Promise.all([
    main!.connect(),
    main!.connect(),
    live!.connect(),
    live!.connect(),
  ]);
  const waiting = live!.connect();
  try {
    expect(await lines()).toMatchObject({
      'database_pool_size{pool="main"}': kit.services.env.DATABASE_POOL_SIZE,
      'database_pool_size{pool="live"}': 2,
      'database_pool_in_use{pool="live"}': 2,
      'database_pool_waiting{pool="live"}': 1,
      'database_pool_waiting{pool="main"}': 0,
      'database_pool_in_use{pool="slow"}': 0,
      live_streams_limit: 6_000,
    });
  } finally {
    for (const client of held) client.release();
    (await waiting).release();
  }
});

it('tells NaN of what it could not ask', async () => {
  await openPort();
  await dueJobs('events.facts', 1);
  expect(await lines()).toMatchObject({ 'jobs_due{queue="events.facts"}': 1 });
  const { pool } = kit.services.database;
  const query = pool.query;
  Object.assign(pool, { query: () => Promise.reject(new Error('away')) });
  try {
    expect(await lines()).toMatchObject({
      worker_silence_seconds: NaN,
      timer_most_overdue_seconds: NaN,
      'jobs_due{queue="events.facts"}': NaN,
    });
  } finally {
    Object.assign(pool, { query });
  }
});

describe('a worker', () => {
  it('says how full the connections of the queue are, as long as it has any', async () => {
    const port = await freePort();
    const services = { ...kit.services, env: { ...kit.services.env, WORKER_OPS_PORT: port } };
    const close = await openOps(services);
    const workers = await startWorkers(services, registry);
    const pool = services.database.foreignPools.get('queue')!;
    const held = await Promise.all(Array.from({ length: 6 }, () => pool.connect()));
    const waiting = pool.connect();
    const told = await lines(port);
    for (const client of held) client.release();
    (await waiting).release();
    expect(told).toMatchObject({
      'database_pool_size{pool="queue"}': 6,
      'database_pool_in_use{pool="queue"}': 6,
    });
    expect(told['database_pool_waiting{pool="queue"}']).toBeGreaterThan(0);
    await workers.stop(seconds(5));
    expect(Object.keys(await lines(port)).filter((name) => name.includes('queue"'))).toEqual([]);
    close();
  });

  it('has a port of its own, or says that it is taken', async () => {
    const port = await freePort();
    const services = { ...kit.services, env: { ...kit.services.env, WORKER_OPS_PORT: port } };
    const close = await openOps(services);
    expect(await lines(port)).toMatchObject({
      timer_lateness_seconds_count: 0,
      'database_pool_waiting{pool="main"}': 0,
    });
    expect(await scrape(port)).toContain('nodejs_eventloop_lag_seconds');
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404);
    const closeAnother = await openOps(services);
    expect(kit.logged.some(({ msg }) => msg === 'ops.not-listening')).toBe(true);
    closeAnother();
    close();
    await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow();
  });

  it('opens none without a setting', async () => {
    expect(kit.services.env.WORKER_OPS_PORT).toBe(0);
    (await openOps(kit.services))();
  });
});
