import { PgBoss } from 'pg-boss';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

import { withTransaction } from '../unit-of-work/transaction';
import { minutes, seconds } from '#platform/base/duration';
import { newId } from '#platform/base/ids';
import { defineJob, job } from '../jobs/define-job';
import { enqueue } from '../jobs/enqueue';
import { createTestServices, type TestServices } from '../../tests/kit/services';
import { enqueuedJobs } from '../jobs/testing';
import { filesOf } from '../../tests/kit/tree';
import manifest from '../../package.json' with { type: 'json' };
import { insertJobs } from './pg-boss';

const ping = defineJob({
  name: 'sample.ping',
  payload: z.strictObject({ n: z.number() }),
  retry: { limit: 4, delay: seconds(7), backoff: true },
  expiresAfter: minutes(3),
});
const registry = {
  flows: [],
  jobs: [job(ping, async () => undefined)],
  subscriptions: [],
  schedules: [],
};

let kit: TestServices;
let boss: PgBoss;
beforeAll(async () => {
  kit = await createTestServices({ registry });
  boss = new PgBoss({
    connectionString: kit.services.env.databaseUrl,
    supervise: false,
    schedule: false,
  });
  boss.on('error', () => undefined);
  await boss.start();
});
afterAll(async () => {
  await boss.stop({ graceful: false });
  await kit.close();
});
const rowsOf = async (sql: string, values: unknown[]) =>
  (await kit.services.database.pool.query<Record<string, unknown>>(sql, values)).rows;

describe('a job that somebody waits for', () => {
  it('begins before those that came earlier, and the others by their age', async () => {
    const ids: string[] = [];
    for (const first of [false, false, true, false])
      ids.push(
        await withTransaction(kit.ctx(), (tx) => enqueue(tx, ping, { n: ids.length }, { first })),
      );
    const begun: string[] = [];
    while (begun.length < ids.length) {
      const [next] = await boss.fetch(ping.name);
      begun.push(next!.id);
    }
    expect(begun).toEqual([ids[2], ids[0], ids[1], ids[3]]);
    await boss.complete(ping.name, begun);
  });
});

describe('our insert and that of pg-boss', () => {
  it.each([undefined, seconds(90)])('write the same row (delay %s)', async (startAfter) => {
    const ids = [newId(), newId()];
    const data = { payload: { n: 1 }, key: 'k' };
    await withTransaction(kit.ctx(), (tx) =>
      insertJobs(tx.tx, [{ name: ping.name, id: ids[0]!, data, startAfter }]),
    );
    const delay = startAfter ? startAfter / 1_000 : undefined;
    await boss.send(ping.name, data, { id: ids[1], startAfter: delay });
    const [ours, theirs] = await Promise.all(
      ids.map(async (id) => {
        const [row] = await rowsOf('select * from pgboss.job where id = $1', [id]);
        const created = (row!.created_on as Date).getTime();
        const since = (name: string) =>
          Math.round(((row![name] as Date).getTime() - created) / 1_000);
        const times = {
          created_on: 0,
          start_after: since('start_after'),
          keep_until: since('keep_until'),
        };
        return { ...row, id: 'id', ...times };
      }),
    );
    expect(ours).toEqual(theirs);
  });

  it('agree on what a queue is', async () => {
    const { name, ...options } = (await boss.getQueue(ping.name))!;
    expect(name).toBe('sample.ping');
    await boss.createQueue('sample.twin', {
      policy: 'standard',
      retryLimit: options.retryLimit,
      retryDelay: options.retryDelay,
      retryBackoff: options.retryBackoff,
      retryDelayMax: options.retryDelayMax,
      expireInSeconds: options.expireInSeconds,
      retentionSeconds: options.retentionSeconds,
      deleteAfterSeconds: options.deleteAfterSeconds,
      heartbeatSeconds: options.heartbeatSeconds,
      deadLetter: 'jobs.dead-letter',
      notify: true,
    });
    const sql = `select to_jsonb(q) - '{name,created_on,updated_on}'::text[] as q from pgboss.queue q where name = $1`;
    expect(await rowsOf(sql, ['sample.ping'])).toEqual(await rowsOf(sql, ['sample.twin']));
  });
});

describe('enqueue', () => {
  it('adds a keyed job once', async () => {
    const add = () =>
      withTransaction(kit.ctx(), (tx) => enqueue(tx, ping, { n: 2 }, { key: 'once' }));
    const ids = await Promise.all([add(), add(), add()]);
    expect(new Set(ids).size).toBe(1);
    expect((await enqueuedJobs(kit.services)).filter(({ id }) => id === ids[0])).toHaveLength(1);
  });

  it('adds nothing when the transaction fails, and nothing that does not fit', async () => {
    const before = await enqueuedJobs(kit.services);
    const failing = withTransaction(kit.ctx(), async (tx) => {
      await enqueue(tx, ping, { n: 3 });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await expect(
      withTransaction(kit.ctx(), (tx) => enqueue(tx, ping, { n: 'x' } as never)),
    ).rejects.toThrow();
    expect(await enqueuedJobs(kit.services)).toEqual(before);
  });
});

describe('the tables of pg-boss', () => {
  it('are named in one file, for the version that is installed', () => {
    const files = [...filesOf(['engine', 'platform', 'modules', 'workflows', 'app', 'admin'])];
    const naming = files
      .filter(([file]) => !/\.test\.tsx?$|\/testing\.ts$/.test(file))
      .filter(([, source]) => /\bpgboss\.\w+/.test(source.replace(/\/\*[^]*?\*\//g, '')))
      .map(([file]) => file);
    expect(naming).toEqual(['engine/queue/pg-boss.ts']);
    const said = `tables of pg-boss ${manifest.dependencies['pg-boss']},`;
    expect(files.find(([file]) => file === 'engine/queue/pg-boss.ts')![1]).toContain(said);
  });
});
