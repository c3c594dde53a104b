import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';

import { withTransaction } from '../unit-of-work/transaction';
import { minutes, seconds } from '#platform/base/duration';
import { timersOf } from '../machine/fire-timer';
import type { Registry } from '../machine/registry';
import { defineJob, job } from './define-job';
import { enqueue } from './enqueue';
import { startWorkers, type Workers } from './start-workers';
import { newId } from '#platform/base/ids';
import { insertJobs } from '../queue/pg-boss';
import { createTestServices, type TestServices } from '../../tests/kit/services';
import { NewerVersionError } from '../machine/migrate';

const define = (name: string, limit: number) =>
  defineJob({
    name,
    payload: z.strictObject({ thing: z.uuid() }),
    retry: { limit, delay: seconds(0) },
    expiresAfter: minutes(1),
  });

const flaky = define('sample.flaky', 3);
const poison = define('sample.poison', 1);
const early = define('sample.early', 1);

const seen: Array<{ name: string; id: string; attempt: number }> = [];

const givenUp: string[] = [];

const registry: Registry = {
  flows: [],
  jobs: [
    job(flaky, async (_ctx, { id, attempt }) => {
      seen.push({ name: 'flaky', id, attempt });
      if (attempt < 3) throw new Error('not yet');
    }),
    job(
      poison,
      async () => {
        throw Object.assign(new Error('contains +15550001111'), { code: 'EPOISON' });
      },
      async (_ctx, { thing }) => {
        givenUp.push(thing);
        if (givenUp.length === 1) throw new Error('not yet');
      },
    ),
    job(early, async () => {
      throw new NewerVersionError('sample.parcel', 9);
    }),
  ],
  subscriptions: [],
  schedules: [{ job: 'sample.flaky', cron: '0 3 * * *' }],
};

const alerts = `select job, job_id, reason, resolved_at from flow.alert order by id`;

describe('workers', () => {
  let kit: TestServices;
  let workers: Workers;
  beforeAll(async () => {
    kit = await createTestServices();
    workers = await startWorkers(kit.services, registry, [timersOf(registry.flows)]);
  });
  afterAll(async () => {
    await workers.stop(seconds(5));
    await kit.close();
  });
  const rows = async (sql: string) => (await kit.services.database.pool.query(sql)).rows;
  const add = (definition: typeof flaky, payload = { thing: newId() }) =>
    withTransaction(kit.ctx(), (tx) => enqueue(tx, definition, payload));

  it('tries again until the handler succeeds, under one key', async () => {
    const id = await add(flaky);
    await vi.waitFor(() => expect(seen.filter((s) => s.id === id)).toHaveLength(3), 8_000);
    expect(seen.filter((s) => s.id === id).map((s) => s.attempt)).toEqual([1, 2, 3]);
  });

  it('sets a poisoned job aside with an alert, without what its error said', async () => {
    const good = await add(flaky);
    await add(poison);
    await vi.waitFor(async () => expect(await rows(alerts)).toHaveLength(1), 8_000);
    expect(await rows(alerts)).toMatchObject([
      { job: 'sample.poison', reason: 'Error EPOISON', resolved_at: null },
    ]);
    expect(JSON.stringify(kit.logged)).not.toContain('+15550001111');
    expect(
      JSON.stringify(await rows('select output, source_output from pgboss.job')),
    ).not.toContain('+1555');
    expect(kit.logged.some((line) => line.level === 50 && line.msg === 'dead letter')).toBe(true);
    await vi.waitFor(() => expect(seen.filter((s) => s.id === good)).toHaveLength(3), 8_000);
  });

  it('tells the job that gave up, until that succeeds', async () => {
    await vi.waitFor(() => expect(givenUp.length).toBeGreaterThan(1), 8_000);
    expect(new Set(givenUp).size).toBe(1);
  });

  it('sets a job aside at once when its payload cannot be read', async () => {
    const data = { payload: { thing: 'no uuid' }, key: newId() };
    const jobs = [{ name: 'sample.flaky', id: data.key, data }];
    await withTransaction(kit.ctx(), (tx) => insertJobs(tx.tx, jobs));
    await vi.waitFor(async () => expect(await rows(alerts)).toHaveLength(2), 8_000);
    expect(seen.some((s) => s.id === data.key)).toBe(false);
    expect((await rows(alerts))[1]).toMatchObject({
      job: 'sample.flaky',
      reason: 'BadPayloadError',
    });
  });

  it('puts a job back, its tries unspent, when only a newer process can do it', async () => {
    await add(early);
    const waiting = `select q.retry_limit - (j.retry_limit - j.retry_count) as spent,
        j.start_after > now() + interval '20 s' as later
      from pgboss.job j join pgboss.queue q using (name)
      where j.name = 'sample.early' and j.state = 'created' and j.start_after > now()`;
    await vi.waitFor(
      async () => expect(await rows(waiting)).toEqual([{ spent: 0, later: true }]),
      8_000,
    );
  });

  it('sets the schedules of the code', async () => {
    expect(await rows('select name, cron, timezone from pgboss.schedule')).toEqual([
      { name: 'sample.flaky', cron: '0 3 * * *', timezone: 'UTC' },
    ]);
  });
});
