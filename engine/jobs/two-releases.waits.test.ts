import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { minutes, seconds } from '#platform/base/duration';
import { timersOf } from '../machine/fire-timer';
import type { Registry } from '../machine/registry';
import { defineJob, job } from './define-job';
import { startWorkers } from './start-workers';
import { syncQueues } from './sync-queues';
import { createTestServices, type TestServices } from '../../tests/kit/services';

const work = (name: string) =>
  job(
    defineJob({
      name,
      payload: z.strictObject({}),
      retry: { limit: 1, delay: seconds(1) },
      expiresAfter: minutes(1),
    }),
    async () => undefined,
  );
const listen = (name: string) => ({ on: 'sample.sold', name, handle: async () => undefined });

const old: Registry = {
  flows: [],
  jobs: [work('sample.clean'), work('sample.leave')],
  subscriptions: [listen('sample.tell-both'), listen('sample.tell-old')],
  schedules: [
    { job: 'sample.clean', cron: '1 3 * * *' },
    { job: 'sample.leave', cron: '2 3 * * *' },
  ],
};
/** Has something of its own, and no longer what the other release alone has. */
const newer: Registry = {
  flows: [],
  jobs: [work('sample.clean'), work('sample.arrive')],
  subscriptions: [listen('sample.tell-both'), listen('sample.tell-new')],
  schedules: [
    { job: 'sample.clean', cron: '1 3 * * *' },
    { job: 'sample.arrive', cron: '3 3 * * *' },
  ],
};
const retired = ['sample.leave', 'sample.tell-old'];

let kit: TestServices;
beforeEach(async () => {
  kit = await createTestServices({
    registry: { flows: [], jobs: [], subscriptions: [], schedules: [] },
  });
});
afterEach(() => kit.close());

const names = async (sql: string) =>
  (await kit.services.database.pool.query<{ name: string }>(sql)).rows.map(({ name }) => name);
const state = async () => ({
  subscriptions: await names('select name from pgboss.subscription order by name'),
  schedules: await names('select name from pgboss.schedule order by name'),
  queues: await names(`select name from pgboss.queue where name like 'sample.%' order by name`),
});
const restart = async (registry: Registry) => {
  const workers = await startWorkers(kit.services, registry, [timersOf(registry.flows)]);
  await workers.stop(seconds(2));
};

describe('two releases of a deploy', () => {
  const both = {
    subscriptions: ['sample.tell-both', 'sample.tell-new', 'sample.tell-old'],
    schedules: ['sample.arrive', 'sample.clean', 'sample.leave'],
    queues: [
      'sample.arrive',
      'sample.clean',
      'sample.leave',
      'sample.tell-both',
      'sample.tell-new',
      'sample.tell-old',
    ],
  };

  it.each([
    ['the old one starts again last', [old, newer, old]],
    ['the new one starts last', [old, newer, newer]],
    ['the new one starts first', [newer, old]],
  ])('take away nothing of each other: %s', async (_case, starts) => {
    for (const registry of starts) await restart(registry);
    expect(await state()).toEqual(both);
  });

  it('lose what the new one names as retired, and nothing else', async () => {
    await restart(old);
    await restart({ ...newer, retired });
    const without = {
      subscriptions: ['sample.tell-both', 'sample.tell-new'],
      schedules: ['sample.arrive', 'sample.clean'],
    };
    expect(await state()).toMatchObject(without);
    // The old one brings its own back; the next start of the new one takes it away again.
    await restart(old);
    expect(await state()).toEqual(both);
    await restart({ ...newer, retired });
    expect(await state()).toMatchObject(without);
  });
});

describe('a queue that is retired', () => {
  const pool = () => kit.services.database.pool;
  const later = () =>
    pool().query(`update pgboss.queue set updated_on = now() - interval '8 days'`);

  it('goes when nobody has wanted it for a week and it is empty', async () => {
    await syncQueues(kit.services.database, old);
    await syncQueues(kit.services.database, { ...newer, retired });
    expect((await state()).queues).toContain('sample.leave');
    await later();
    await pool().query(`insert into pgboss.job (name) values ('sample.leave')`);
    await syncQueues(kit.services.database, { ...newer, retired });
    expect((await state()).queues).toEqual([
      'sample.arrive',
      'sample.clean',
      'sample.leave',
      'sample.tell-both',
      'sample.tell-new',
    ]);
    await pool().query('delete from pgboss.job');
    await syncQueues(kit.services.database, { ...newer, retired });
    expect((await state()).queues).not.toContain('sample.leave');
  });

  it('stays as long as its code is there', async () => {
    await syncQueues(kit.services.database, { ...old, schedules: [], retired });
    await later();
    await syncQueues(kit.services.database, { ...old, schedules: [], retired });
    expect(await state()).toMatchObject({
      subscriptions: ['sample.tell-both'],
      queues: ['sample.clean', 'sample.leave', 'sample.tell-both', 'sample.tell-old'],
    });
  });
});
