import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { withTransaction } from '../unit-of-work/transaction';
import type { ConnectionPool } from '#platform/database/db';
import { hours, seconds } from '#platform/base/duration';
import { advance } from '../../tests/kit/clock';
import { createTestServices, type TestServices } from '../../tests/kit/services';
import { publishLive, eventsAfter, forgetOldEvents, newestOf, placesAt } from './events';

let kit: TestServices;
beforeEach(async () => {
  kit = await createTestServices();
});
afterEach(() => kit.close());

const query = async <T extends object>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await kit.services.database.pool.query<T>(text, values)).rows;
const say = (topic: string, n: number) =>
  withTransaction(kit.ctx(), (tx) => publishLive(tx, topic, { type: 'sample.said', data: { n } }));
const turn = () => forgetOldEvents(kit.ctx());
const said = async () =>
  (await query<{ n: number }>(`select (data->>'n')::int as n from live.event order by id`)).map(
    ({ n }) => n,
  );

/** Names of partitions in the order of their ids. */
const partitions = async (): Promise<string[]> =>
  (
    await query<{ name: string }>(
      `select relname as name from pg_inherits join pg_class on oid = inhrelid
       where inhparent = 'live.event'::regclass order by substr(relname, 7)::bigint`,
    )
  ).map(({ name }) => name);

interface Node {
  readonly 'Relation Name'?: string;
  readonly Plans?: readonly Node[];
}

const named = (node: Node): string[] => [
  ...(/^event_\d+$/.test(node['Relation Name'] ?? '') ? [node['Relation Name']!] : []),
  ...(node.Plans ?? []).flatMap(named),
];

/** The partitions in the plan of a reading. */
async function touched(
  read: (live: Pick<ConnectionPool, 'pool'>) => Promise<unknown>,
): Promise<string[]> {
  const { pool } = kit.services.database;
  let nodes: string[] = [];
  const live = {
    query: async (text: string, values: unknown[]) => {
      const { rows } = await pool.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(
        `explain (format json) ${text}`,
        values,
      );
      nodes = named(rows[0]!['QUERY PLAN'][0].Plan);
      return pool.query(text, values);
    },
  };
  await read({ pool: live as unknown as typeof pool });
  return [...new Set(nodes)].sort();
}

/** As many partitions as hours, an event in each. */
async function passHours(count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    await say('staff', n);
    await advance(kit.services, hours(1));
    await turn();
  }
}

describe('partitions of live events', () => {
  it('are begun with each hour that has events, and go as a whole after a day', async () => {
    expect(await turn()).toBe(0);
    const none = await partitions();
    expect(await turn()).toBe(0);
    expect(await partitions()).toEqual(none);
    await passHours(30);
    expect((await partitions()).length).toBeLessThan(29);
    // The seventh is a day and a moment old.
    expect(await said()).toEqual(Array.from({ length: 23 }, (_, n) => n + 7));
  });

  it('are begun and dropped once, by fifty at once while fifty announce, and nothing is lost or told late', async () => {
    await turn();
    await say('staff', -2);
    await advance(kit.services, hours(1));
    await turn();
    await advance(kit.services, hours(23.5));
    await say('staff', -1);
    await advance(kit.services, hours(0.6));
    const before = await partitions();
    let last = 0;
    const seen: number[] = [];
    const read = async () => {
      const { pages, settled } = await eventsAfter(kit.services.database.live, [
        { topic: 'staff', after: last },
      ]);
      for (const { id, json } of pages[0]!) {
        last = id;
        seen.push((JSON.parse(json) as { n: number }).n);
      }
      last = Math.max(last, settled);
    };
    await read();
    let writing = true;
    const reading = (async () => {
      while (writing) await read();
      await read();
    })();
    const numbers = Array.from({ length: 50 }, (_, n) => n);
    const [, ...gone] = await Promise.all([
      Promise.all(
        numbers.map(async (n) => {
          for (const round of [0, 1, 2]) await say('staff', n * 3 + round);
        }),
      ),
      ...numbers.map(turn),
    ]);
    // Whoever found another one at it, or the table taken, left it to that one or to the next time.
    const late = await turn();
    writing = false;
    await reading;
    expect([...gone, late].reduce((sum, each) => sum + each)).toBe(1);
    const after = await partitions();
    expect(after).toHaveLength(before.length);
    expect(after.filter((name) => !before.includes(name))).toHaveLength(1);
    const kept = await said();
    expect(kept).toHaveLength(151);
    expect(seen).toEqual([-2, ...kept]);
  });

  it('are come to by a reader from its place on, and by one who has read all only where news can be', async () => {
    await passHours(6);
    const all = await partitions();
    const [present, next] = all.slice(-2) as [string, string];
    const { live } = kit.services.database;
    const { settled, newest } = await newestOf(live, ['staff', 'clinic:new'], 0);
    expect(settled).toBeGreaterThan(newest[0]!);
    const news = [next, present].sort();
    // The one before the present one, and the one to come.
    const asked = [{ topic: 'staff', ago: seconds(3) }];
    expect(await touched((live) => placesAt(live, asked, settled))).toEqual(
      (await partitions()).slice(-3),
    );
    expect(await touched((live) => newestOf(live, ['staff', 'clinic:new'], settled))).toEqual(news);
    expect(await newestOf(live, ['staff'], settled)).toEqual({ settled, newest: [settled] });
    const read = (after: number) =>
      touched((live) => eventsAfter(live, [{ topic: 'staff', after }]));
    expect(await read(settled)).toEqual(news);
    const [place] = await query<{ id: string; name: string }>(
      `select id, tableoid::regclass::text as name from live.event where data->>'n' = '3'`,
    );
    const from = all.indexOf(place!.name.replace('live.', ''));
    expect(from).toBeGreaterThan(0);
    expect(await read(Number(place!.id))).toEqual(all.slice(from).sort());
  });

  it('wait for nobody who has the table, so that nobody waits behind them', async () => {
    await turn();
    await say('staff', 1);
    await advance(kit.services, hours(1));
    await turn();
    await advance(kit.services, hours(24));
    const holder = await kit.services.database.pool.connect();
    await holder.query('begin; select from live.event limit 0');
    const began = performance.now();
    expect(await turn()).toBe(0);
    expect(performance.now() - began).toBeLessThan(5_000);
    await say('staff', 2);
    await holder.query('rollback');
    holder.release();
    expect(await turn()).toBe(1);
  });

  it('take rows whose ids come from another database, as a restore has them', async () => {
    await query(
      `insert into live.event (id, principal, type, data, at)
       select 5000000000000 + n, 'staff', 'sample.said', jsonb_build_object('n', n), platform.now()
       from generate_series(1, 3) n`,
    );
    await query(`select setval('live.event_id_seq', 5000000000003)`);
    await advance(kit.services, hours(1));
    await turn();
    await say('staff', 4);
    expect(await said()).toEqual([1, 2, 3, 4]);
    await advance(kit.services, hours(1));
    await turn();
    await say('staff', 5);
    const lies = await query(
      `select count(distinct tableoid)::int as n from live.event having min(id) > 0`,
    );
    expect(lies).toEqual([{ n: 3 }]);
    await advance(kit.services, hours(26));
    expect(await turn()).toBe(3);
    expect(await said()).toEqual([]);
  });
});
