import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { seconds } from '#platform/base/duration';
import { listAlerts } from '../machine/testing';
import { timersOf } from '../machine/fire-timer';
import type { Registry } from '../machine/registry';
import { dismissAlert, retryDeadLetter } from './retry-dead-letter';
import { startWorkers } from './start-workers';

import { withTransaction } from '../unit-of-work/transaction';
import { newId } from '#platform/base/ids';
import { insertJobs } from '../queue/pg-boss';
import { createTestServices, type TestServices } from '../../tests/kit/services';
import { syncQueues } from './sync-queues';

const told: Array<{ who: string; thing: unknown; id: string }> = [];
const failing = new Set<string>();

const tell = (who: string) => ({
  on: 'sample.sold',
  name: `sample.tell-${who}`,
  handle: async (_ctx: unknown, fact: unknown, { id }: { id: string }) => {
    told.push({ who, thing: (fact as { thing: string }).thing, id });
    if (failing.has(who)) throw Object.assign(new Error('no'), { code: 'EFAILS' });
  },
});
const registryOf = (...who: string[]): Registry => ({
  flows: [],
  jobs: [],
  subscriptions: who.map(tell),
  schedules: [],
});

let kit: TestServices;
const stops: Array<() => Promise<void>> = [];
beforeEach(async () => {
  told.length = 0;
  failing.clear();
  kit = await createTestServices({ registry: registryOf('a', 'b') });
});
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()));
  await kit.close();
});

const rows = async (sql: string, values: unknown[] = []) =>
  (await kit.services.database.pool.query<Record<string, unknown>>(sql, values)).rows;
const start = async (registry: Registry) => {
  const workers = await startWorkers(kit.services, registry, [timersOf(registry.flows)]);
  stops.push(() => workers.stop(seconds(5)));
  return workers;
};
/** A delivery as `publish` adds it. */
async function deliver(who: string, thing = newId(), more: object = {}): Promise<string> {
  const key = newId();
  const data = {
    payload: { type: 'sample.sold', thing },
    key,
    at: new Date().toISOString(),
    subscription: `sample.tell-${who}`,
    ...more,
  };
  const job = { name: 'events.facts', id: key, data };
  await withTransaction(kit.ctx(), (tx) => insertJobs(tx.tx, [job]));
  return key;
}
const whoWas = (thing: unknown) =>
  told
    .filter((one) => one.thing === thing)
    .map(({ who }) => who)
    .sort();

describe('deliveries of one fact', () => {
  it('fail each for itself, and staff see the name of the one that did', async () => {
    failing.add('a');
    await rows('update pgboss.queue set retry_delay = 0');
    const [thing, instance] = [newId(), newId()];
    await rows(
      `insert into flow.instance (id, machine, machine_version, status, state, version, created_at, updated_at)
       values ($1, 'sample.none', 1, 'active', '{}', 1, now(), now())`,
      [instance],
    );
    await start(registryOf('a', 'b'));
    const [key] = [await deliver('a', thing, { instance }), await deliver('b', thing)];
    await rows('update pgboss.job set retry_limit = 1, retry_delay = 0 where id = $1', [key]);
    await vi.waitFor(async () => expect(await listAlerts(kit.ctx())).toHaveLength(1), 15_000);
    expect(whoWas(thing)).toEqual(['a', 'a', 'b']);
    const [alert] = await listAlerts(kit.ctx());
    expect(alert).toMatchObject({
      job: 'sample.tell-a',
      reason: 'Error EFAILS',
      instanceId: instance,
    });
    expect(await rows('select stuck from flow.instance')).toEqual([{ stuck: true }]);
    expect(kit.logged).toContainEqual(
      expect.objectContaining({ msg: 'dead letter', job: 'sample.tell-a' }),
    );

    failing.clear();
    await retryDeadLetter(kit.ctx(), alert!.id);
    await vi.waitFor(() => expect(whoWas(thing)).toEqual(['a', 'a', 'a', 'b']), 5_000);
    expect(new Set(told.filter(({ who }) => who === 'a').map(({ id }) => id))).toEqual(
      new Set([key]),
    );
    expect(await rows('select stuck from flow.instance')).toEqual([{ stuck: false }]);
  });

  it('may be dismissed', async () => {
    failing.add('a');
    await start(registryOf('a'));
    const key = await deliver('a', newId(), { payload: 'broken' });
    await vi.waitFor(async () => expect(await listAlerts(kit.ctx())).toHaveLength(1), 15_000);
    const [alert] = await listAlerts(kit.ctx());
    expect(alert).toMatchObject({ job: 'sample.tell-a', reason: 'BadPayloadError' });
    await dismissAlert(kit.ctx(), alert!.id);
    expect(await listAlerts(kit.ctx())).toEqual([]);
    expect(told.some(({ id }) => id === key)).toBe(false);
  });

  it('are not held up by a slow one', async () => {
    let letGo = () => {};
    const held = new Promise<void>((resolve) => (letGo = resolve));
    const slow = { ...tell('slow'), handle: () => held };
    const registry = registryOf('a');
    await start({ ...registry, subscriptions: [...registry.subscriptions, slow] });
    await deliver('slow');
    await vi.waitFor(
      async () =>
        expect(await rows(`select 1 from pgboss.job where state = 'active'`)).toHaveLength(1),
      5_000,
    );
    const thing = newId();
    await deliver('a', thing);
    await vi.waitFor(() => expect(whoWas(thing)).toEqual(['a']), 3_000);
    letGo();
  });
});

describe('a delivery that only a newer release knows', () => {
  const waiting = `select state, retry_limit - retry_count as left, extract(epoch from start_after - now())::int as wait
    from pgboss.job where name = 'events.facts'`;

  it('waits, its tries unspent, and is told of once; then the newer one does it', async () => {
    const things = [newId(), newId(), newId()];
    await start(registryOf('a'));
    const [queue] = await rows(`select retry_limit from pgboss.queue where name = 'events.facts'`);
    for (const thing of things) await deliver('new', thing);
    const putBack = async () => {
      const found = await rows(waiting);
      expect(found).toMatchObject(
        things.map(() => ({ state: 'created', left: queue!.retry_limit })),
      );
      for (const { wait } of found) expect(wait).toBeGreaterThan(20);
    };
    await vi.waitFor(putBack, 8_000);
    const said = () =>
      kit.logged.filter(({ msg }) => msg === 'jobs wait for a newer release').length;
    expect(said()).toBe(1);
    // Once more, and still no more lines.
    await rows('update pgboss.job set start_after = now()');
    await vi.waitFor(putBack, 8_000);
    expect(said()).toBe(1);
    expect(await listAlerts(kit.ctx())).toEqual([]);
    await stops.pop()!();
    await start(registryOf('a', 'new'));
    await rows('update pgboss.job set start_after = now()');
    await vi.waitFor(() => expect(things.map(whoWas)).toEqual(things.map(() => ['new'])), 8_000);
  });

  it('is a dead letter after a week, and the newer release may do it even then', async () => {
    const thing = newId();
    await start(registryOf('a'));
    const key = await deliver('new', thing);
    await vi.waitFor(
      async () => expect(await rows(waiting)).toMatchObject([{ state: 'created' }]),
      8_000,
    );
    await vi.waitFor(
      async () =>
        expect(
          await rows(
            `update pgboss.job set start_after = now(),
               output = jsonb_build_object('waitsSince', now() - interval '8 days')
             where id = $1 and output is not null returning 1`,
            [key],
          ),
        ).toHaveLength(1),
      8_000,
    );
    await vi.waitFor(async () => expect(await listAlerts(kit.ctx())).toHaveLength(1), 8_000);
    const [alert] = await listAlerts(kit.ctx());
    expect(alert).toMatchObject({
      job: 'sample.tell-new',
      reason: 'NewerReleaseError unavailable',
    });
    await stops.pop()!();
    await start(registryOf('new'));
    await retryDeadLetter(kit.ctx(), alert!.id);
    await vi.waitFor(() => expect(whoWas(thing)).toEqual(['new']), 8_000);
  });

  it('is done without a word when its subscription is retired and gone', async () => {
    await start({ ...registryOf('a'), retired: ['sample.tell-gone'] });
    const key = await deliver('gone');
    await vi.waitFor(
      async () =>
        expect(await rows('select state from pgboss.job where id = $1', [key])).toEqual([
          { state: 'completed' },
        ]),
      8_000,
    );
  });
});

describe('deliveries in a queue of their subscription, as the release before left them', () => {
  const old = { payload: { type: 'sample.sold' }, at: new Date().toISOString() };
  const add = async (thing: string, columns: object = {}) => {
    const id = newId();
    const data = { ...old, payload: { ...old.payload, thing }, key: id };
    const row = { id, name: 'sample.tell-a', data, retry_limit: 8, ...columns };
    const names = Object.keys(row);
    await rows(
      `insert into pgboss.job_common (${names.join(', ')})
       values (${names.map((_, n) => `$${n + 1}`).join(', ')})`,
      Object.values(row),
    );
    return id;
  };

  it('are moved with what they have behind them; one that runs there ends there', async () => {
    const [fresh, again, later, runs] = [newId(), newId(), newId(), newId()];
    const ids = [
      await add(fresh),
      await add(again, { state: 'retry', retry_count: 3 }),
      await add(later, { start_after: new Date(Date.now() + 86_400_000) }),
      await add(runs, { state: 'active', started_on: new Date(), expire_seconds: 120 }),
    ];
    await syncQueues(kit.services.database, registryOf('a', 'b'));
    await syncQueues(kit.services.database, registryOf('a', 'b'));
    const found = await rows(
      `select name, state, retry_count, data->>'subscription' as told from pgboss.job
       where id = any($1) order by array_position($1, id)`,
      [ids],
    );
    const moved = { name: 'events.facts', told: 'sample.tell-a', retry_count: 0 };
    expect(found).toEqual([
      { ...moved, state: 'created' },
      { ...moved, state: 'retry', retry_count: 3 },
      { ...moved, state: 'created' },
      { name: 'sample.tell-a', state: 'active', retry_count: 0, told: null },
    ]);
    await start(registryOf('a', 'b'));
    await vi.waitFor(
      () => expect([fresh, again, later].map(whoWas)).toEqual([['a'], ['a'], []]),
      8_000,
    );
    expect(told.map(({ id }) => id).sort()).toEqual(ids.slice(0, 2).sort());
  });

  it('are taken over when an old process adds them later, or gives up a try', async () => {
    await start(registryOf('a', 'b'));
    const [late, retried] = [newId(), newId()];
    await add(late);
    await add(retried, { state: 'retry', retry_count: 1 });
    await vi.waitFor(() => expect([late, retried].map(whoWas)).toEqual([['a'], ['a']]), 8_000);
  });

  it('are done again from the dead letters of that time', async () => {
    const [thing, letter] = [newId(), newId()];
    const data = { ...old, payload: { ...old.payload, thing }, key: letter };
    await rows(
      `insert into pgboss.job_common (id, name, data, state, source_name)
       values ($1, 'jobs.dead-letter', $2, 'created', 'sample.tell-a')`,
      [letter, data],
    );
    await start(registryOf('a'));
    await vi.waitFor(async () => expect(await listAlerts(kit.ctx())).toHaveLength(1), 8_000);
    const [alert] = await listAlerts(kit.ctx());
    expect(alert).toMatchObject({ job: 'sample.tell-a' });
    await retryDeadLetter(kit.ctx(), alert!.id);
    await vi.waitFor(() => expect(whoWas(thing)).toEqual(['a']), 8_000);
  });
});
