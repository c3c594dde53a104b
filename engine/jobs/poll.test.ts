import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '#platform/base/ids';
import { createTestServices, type TestServices } from '../../tests/kit/services';
import { gracePeriod, pollOnce } from './poll';
import { syncQueues } from './sync-queues';

const queue = 'sample.held';

let kit: TestServices;
beforeAll(async () => {
  kit = await createTestServices();
  const definition = { name: queue, retry: { limit: 5, delay: 60_000 }, expiresAfter: 60_000 };
  const registered = { definition, handler: async () => undefined };
  await syncQueues(kit.services.database, {
    jobs: [registered],
    subscriptions: [],
    schedules: [],
  } as never);
});
beforeEach(() => kit.services.database.pool.query('delete from pgboss.job_common'));
afterAll(() => kit.close());

interface Claim {
  /** Seconds since its worker's last sign of life. */
  readonly silent: number;
  readonly retries?: number;
  readonly output?: object;
}

async function hold({ silent, retries = 0, output }: Claim): Promise<string> {
  const id = newId();
  await kit.services.database.pool.query(
    `insert into pgboss.job_common (id, name, data, state, started_on, heartbeat_on, heartbeat_seconds,
       expire_seconds, retry_limit, retry_count, retry_delay, output)
     values ($1, $2, '{}', 'active', now() - interval '30 s', now() - $3 * interval '1 s', 10, 60, 5, $4, 60, $5)`,
    [id, queue, silent, retries, output],
  );
  return id;
}
const jobs = async () =>
  (
    await kit.services.database.pool.query<{
      state: string;
      due: boolean;
      n: number;
      out: unknown;
    }>(
      `select state, start_after <= now() as due, retry_count as n, output as out from pgboss.job_common`,
    )
  ).rows;
const look = (takeBack = true) => pollOnce(kit.services.database.pool, [queue], { takeBack });

it('takes back what a worker held that is gone, for a try at once', async () => {
  await hold({ silent: 8.5, output: { name: 'MailError', code: 'smtp_451' } });
  expect(await look()).toEqual([{ queue, wait: 0 }]);
  const out = { name: 'MailError', code: 'smtp_451', lost: 1 };
  expect(await jobs()).toEqual([{ state: 'retry', due: true, n: 0, out }]);
});

it('leaves a claim to a worker that is late with its sign of life', async () => {
  await hold({ silent: 7 });
  expect(await look()).toEqual([]);
  expect(await jobs()).toMatchObject([{ state: 'active' }]);
});

it('leaves all claims where silence says nothing, to pg-boss too', async () => {
  await hold({ silent: 12 });
  expect(await look(false)).toEqual([]);
  expect(await jobs()).toMatchObject([{ state: 'active' }]);
});

it.each([
  ['has killed three workers in a row', { silent: 12, output: { lost: 3 } }],
  ['has no try left', { silent: 12, retries: 5 }],
])('leaves a job to pg-boss, its waits and its end, that %s', async (_which, claim) => {
  await hold(claim);
  expect(await look()).toEqual([{ queue, wait: null }]);
  expect(await jobs()).toMatchObject([{ state: 'active' }]);
});

it('takes each of fifty claims back once, however many look', async () => {
  await Promise.all(Array.from({ length: 50 }, () => hold({ silent: 12 })));
  await Promise.all(Array.from({ length: 50 }, () => look()));
  const found = await jobs();
  expect(found).toHaveLength(50);
  expect(found.every(({ state }) => state === 'retry')).toBe(true);
  expect(new Set(found.map(({ out }) => JSON.stringify(out)))).toEqual(new Set(['{"lost":1}']));
});

describe('the grace period', () => {
  const polls = (grace: ReturnType<typeof gracePeriod>, from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, n) => grace.isOver((from + n) * 1_000));

  it('holds the silence of others for an end once polls have gone well for seven seconds', () => {
    expect(polls(gracePeriod(), 0, 8).indexOf(true)).toBe(7);
  });

  it('begins anew after a poll that failed', () => {
    const grace = gracePeriod();
    polls(grace, 0, 20);
    grace.restart();
    expect(polls(grace, 21, 29).indexOf(true)).toBe(7);
  });

  it('begins anew after this process, or a poll, stood still', () => {
    const grace = gracePeriod();
    polls(grace, 0, 20);
    expect(polls(grace, 24, 32).indexOf(true)).toBe(7);
  });

  it('forgives a poll that is a little late', () => {
    const grace = gracePeriod();
    polls(grace, 0, 20);
    expect(grace.isOver(22_500)).toBe(true);
  });
});
