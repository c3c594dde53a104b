import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { minutes, seconds } from '../../base/duration';
import { purgeRateLimits, SharedCount } from '../rate-limit';
import { countRoundTrips } from '../../../tests/kit/round-trips';
import { createTestServices, type TestServices } from '../../../tests/kit/services';

const limit = 300;
const rule = { name: 'test.hits', limit, window: minutes(1) };

let kit: TestServices;
let subject = '';
beforeAll(async () => {
  kit = await createTestServices();
});
afterAll(() => kit.close());
beforeEach(() => {
  subject = crypto.randomUUID();
});

const processes = (n: number, more: Partial<typeof rule> = {}) =>
  Array.from({ length: n }, () => new SharedCount(kit.services, { ...rule, ...more }));

/** How many of `tries` pass, fifty at once, spread over the processes. */
async function passed(counts: readonly SharedCount[], tries: number): Promise<number> {
  let next = 0;
  let through = 0;
  const client = async () => {
    while (next < tries) {
      const at = next++;
      const { hits } = await counts[at % counts.length]!.hit(subject);
      if (hits <= limit) through += 1;
    }
  };
  await Promise.all(Array.from({ length: 50 }, client));
  return through;
}

describe('a count over processes', () => {
  it('is exact with one', async () => {
    expect(await passed(processes(1), 1_000)).toBe(limit);
  });

  it.each([2, 3, 8])('holds within a factor of two with %i', async (n) => {
    const through = await passed(processes(n), 3_000);
    expect(through).toBeGreaterThanOrEqual(limit);
    expect(through).toBeLessThanOrEqual(limit * 2);
  });

  it('holds when all of it comes in one moment', async () => {
    const counts = processes(3);
    const hits = await Promise.all(
      Array.from({ length: 1_500 }, (_, n) => counts[n % 3]!.hit(subject)),
    );
    const through = hits.filter((each) => each.hits <= limit).length;
    expect(through).toBeGreaterThanOrEqual(limit);
    expect(through).toBeLessThanOrEqual(limit * 2);
  });

  it('asks the database for none of a few, for one in fifteen, and for nothing once refused', async () => {
    const [count] = processes(1);
    const statements = async (tries: number) =>
      (
        await countRoundTrips(async () => {
          for (let n = 0; n < tries; n += 1) await count!.hit(subject);
        })
      ).statements.length;
    expect(await statements(14)).toBe(0);
    expect(await statements(limit - 14)).toBe(20);
    expect(await statements(1_000)).toBe(0);
  });

  it('is anew in the next window, in every process', async () => {
    const [one, other] = processes(2, { limit: 5, window: seconds(1) });
    for (let n = 0; n < 6; n += 1) await one!.hit(subject);
    expect((await other!.hit(subject)).hits).toBeGreaterThan(5);
    const { resetAt } = await one!.hit(subject);
    expect(resetAt.getTime() - Date.now()).toBeLessThanOrEqual(1_000);
    await new Promise((resolve) => setTimeout(resolve, 1_050));
    expect((await one!.hit(subject)).hits).toBe(1);
    expect((await other!.hit(subject)).hits).toBe(2);
  });

  it('keeps no address, and nothing once its window is over', async () => {
    await processes(1, { limit: 1, window: seconds(1) })[0]!.hit('203.0.113.7');
    const { pool } = kit.services.database;
    const { rows } = await pool.query('select * from platform.request_count');
    expect(JSON.stringify(rows)).not.toContain('203.0.113.7');
    await pool.query(`update platform.request_count set ends_at = now() - interval '1 second'`);
    expect(await purgeRateLimits(kit.ctx())).toBeGreaterThan(0);
    expect((await pool.query('select from platform.request_count')).rowCount).toBe(0);
  });

  it('goes on in each process while the database is away', async () => {
    const away = await createTestServices();
    const count = new SharedCount(away.services, rule);
    await away.close();
    const began = performance.now();
    let through = 0;
    for (let n = 0; n < 1_000; n += 1) if ((await count.hit(subject)).hits <= limit) through += 1;
    expect(through).toBe(limit);
    expect(performance.now() - began).toBeLessThan(5_000);
  });
});
