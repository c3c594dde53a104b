import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { z } from 'zod';

import { withTransaction } from '../unit-of-work/transaction';
import { milliseconds, minutes, seconds } from '#platform/base/duration';
import { startMachine } from '../machine/start';
import { timersOf } from '../machine/fire-timer';
import { readFlow } from '../machine/testing';
import { newId } from '#platform/base/ids';
import type { Registry } from '../machine/registry';
import { defineJob, job } from './define-job';
import { enqueue } from './enqueue';
import { startWorkers, type Workers } from './start-workers';
import { createTestServices, type TestServices } from '../../tests/kit/services';
import { parcelFlow } from '../machine/sample/parcel.flow';
import { sampleRegistry } from '../machine/sample/sample-registry';

const define = (name: string) =>
  defineJob({
    name,
    payload: z.strictObject({ thing: z.uuid() }),
    retry: { limit: 3, delay: seconds(2) },
    expiresAfter: minutes(1),
  });
const note = define('sample.note');
const retried = define('sample.retried');

/** When an attempt began, by the clock that the queue goes by. */
const begun: Array<{ thing: string; at: number; attempt: number }> = [];
const begin = async (thing: string, attempt: number) => {
  const { rows } = await kit.services.database.pool.query<{ at: Date }>(
    'select clock_timestamp() as at',
  );
  begun.push({ thing, at: rows[0]!.at.getTime(), attempt });
};
const sample = sampleRegistry().registry;
const registry: Registry = {
  ...sample,
  jobs: [
    ...sample.jobs,
    job(note, (_ctx, { payload, attempt }) => begin(payload.thing, attempt)),
    job(retried, async (_ctx, { payload, attempt }) => {
      await begin(payload.thing, attempt);
      if (attempt === 1) throw new Error('not yet');
    }),
  ],
};

let kit: TestServices;
let workers: Workers;
beforeAll(async () => {
  kit = await createTestServices({ registry });
  workers = await startWorkers(kit.services, registry, [timersOf(registry.flows)]);
});
afterAll(async () => {
  await workers.stop(seconds(5));
  await kit.close();
});
const rows = async <Row extends object>(sql: string, values: unknown[] = []) =>
  (await kit.services.database.pool.query<Row & Record<string, unknown>>(sql, values)).rows;
const beginnings = (thing: string) => begun.filter((one) => one.thing === thing);
const until = (done: () => void | Promise<void>) =>
  vi.waitFor(done, { timeout: 12_000, interval: 20 });
const middle = (numbers: number[]) =>
  numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)]!;

it('begins delayed jobs at their time: never before, hardly after', async () => {
  const delays = [1_300, 1_700, 2_000, 2_150, 2_600, 2_900, 3_300, 3_700, 3_900];
  const things = delays.map(() => newId());
  await withTransaction(kit.ctx(), async (tx) => {
    for (const [n, delay] of delays.entries())
      await enqueue(tx, note, { thing: things[n]! }, { startAfter: milliseconds(delay) });
  });
  await until(() => expect(things.flatMap(beginnings)).toHaveLength(delays.length));
  const planned = await rows<{ thing: string; at: Date }>(
    `select data->'payload'->>'thing' as thing, start_after as at from pgboss.job where name = 'sample.note'`,
  );
  const late = planned.map(({ thing, at }) => beginnings(thing)[0]!.at - at.getTime());
  expect(Math.min(...late)).toBeGreaterThanOrEqual(0);
  // A look a second without alarms would be late by half a second; one busy moment is forgiven.
  expect(middle(late)).toBeLessThan(400);
});

it('finds a job that nobody told of', async () => {
  const [thing, id] = [newId(), newId()];
  await rows(`insert into pgboss.job (id, name, data) values ($1, 'sample.note', $2)`, [
    id,
    { payload: { thing }, key: id },
  ]);
  const began = performance.now();
  await until(() => expect(beginnings(thing)).toHaveLength(1));
  expect(performance.now() - began).toBeLessThan(3_000);
});

it('tries again after the delay of the job', async () => {
  const thing = newId();
  await withTransaction(kit.ctx(), (tx) => enqueue(tx, retried, { thing }));
  await until(() => expect(beginnings(thing)).toHaveLength(2));
  const [first, second] = beginnings(thing);
  expect(second!.attempt).toBe(2);
  expect(second!.at - first!.at).toBeGreaterThan(1_900);
  expect(second!.at - first!.at).toBeLessThan(4_500);
});

it('gives the job of a worker that fell silent to another', async () => {
  const [thing, id] = [newId(), newId()];
  await rows(
    `insert into pgboss.job (id, name, data, state, started_on, heartbeat_on, heartbeat_seconds,
       expire_seconds, retry_limit, retry_delay)
     values ($1, 'sample.note', $2, 'active', now() - interval '12 s', now() - interval '11 s', 10, 60, 3, 0)`,
    [id, { payload: { thing }, key: id }],
  );
  const began = performance.now();
  await until(() => expect(beginnings(thing)).toMatchObject([{ attempt: 2 }]));
  expect(performance.now() - began).toBeLessThan(6_000);
});

it('fires a timer at its time', async () => {
  const id = newId();
  const input = { parcelId: id, packWindow: milliseconds(2_400), returnWindow: minutes(9) };
  await startMachine(kit.ctx(), parcelFlow, { id, input });
  const [{ at: due }] = (await rows<{ at: Date }>(
    'select min(fire_at) as at from flow.timer where instance_id = $1',
    [id],
  )) as [{ at: Date }];
  await until(async () =>
    expect(await readFlow(kit.ctx(), parcelFlow, id)).toMatchObject({ value: 'abandoned' }),
  );
  const [{ at }] = (await rows<{ at: Date }>(
    `select at from flow.transition where instance_id = $1 order by version desc limit 1`,
    [id],
  )) as [{ at: Date }];
  expect(at.getTime() - due.getTime()).toBeGreaterThanOrEqual(0);
  expect(at.getTime() - due.getTime()).toBeLessThan(1_500);
});
