import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { withTransaction } from '../unit-of-work/transaction';
import { createTestServices, type TestServices } from '../../tests/kit/services';
import { publishLive, eventsAfter } from './events';

let kit: TestServices;
beforeAll(async () => {
  kit = await createTestServices();
});
afterAll(() => kit.close());

const topics = ['clinic:a', 'clinic:b', 'staff'] as const;
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** Reads on from where it is, as an open page does; what it counts is never read again. */
function reader(topic: string) {
  const seen: number[] = [];
  let last = 0;
  const read = async () => {
    const { pages } = await eventsAfter(kit.services.database.live, [{ topic, after: last }]);
    for (const { id, json } of pages[0]!) {
      last = id;
      seen.push((JSON.parse(json) as { n: number }).n);
    }
  };
  return { seen, read };
}

describe('announce', () => {
  it('lets a page that reads on miss nothing of fifty that announce and commit out of order', async () => {
    const readers = new Map(topics.map((topic) => [topic, reader(topic)]));
    let writing = true;
    const reading = [...readers.values()].map(async ({ read }) => {
      while (writing) await read();
      await read();
    });
    const rounds = 6;
    const writer = async (n: number) => {
      for (let round = 0; round < rounds; round += 1)
        await withTransaction(kit.ctx(), async (tx) => {
          const [first, second] = [topics[n % 3]!, topics[(n + 1) % 3]!];
          await publishLive(tx, first, { type: 'sample.said', data: { n: n * rounds + round } });
          // Some stay open for a while after they have announced, so that later ones overtake them.
          if (n % 5 === 0) await pause(10 + ((n * 7) % 40));
          await publishLive(tx, second, { type: 'sample.said', data: { n: n * rounds + round } });
        });
    };
    await Promise.all(Array.from({ length: 50 }, (_, n) => writer(n)));
    writing = false;
    await Promise.all(reading);
    for (const topic of topics) {
      const { rows } = await kit.services.database.pool.query<{ n: number }>(
        `select (data->>'n')::int as n from live.event where principal = $1 order by id`,
        [topic],
      );
      expect(readers.get(topic)!.seen).toEqual(rows.map(({ n }) => n));
    }
    const counted = [...readers.values()].reduce((sum, { seen }) => sum + seen.length, 0);
    expect(counted).toBe(50 * rounds * 2);
  });

  it('holds nobody up while a transaction that has announced stays open', async () => {
    let close = () => {};
    const closed = new Promise<void>((done) => (close = done));
    let told = () => {};
    const announced = new Promise<void>((done) => (told = done));
    const open = withTransaction(kit.ctx(), async (tx) => {
      await publishLive(tx, 'staff', { type: 'sample.slow', data: { n: -1 } });
      told();
      await closed;
    });
    await announced;
    await withTransaction(kit.ctx(), (tx) =>
      publishLive(tx, 'staff', { type: 'sample.quick', data: { n: -2 } }),
    );
    close();
    await open;
    const { rows } = await kit.services.database.pool.query<{ type: string }>(
      `select type from live.event where type in ('sample.slow', 'sample.quick') order by id`,
    );
    expect(rows.map(({ type }) => type)).toEqual(['sample.quick', 'sample.slow']);
  });
});
