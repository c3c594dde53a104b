import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TxCtx } from '#platform/context';
import { withTransaction } from '../unit-of-work/transaction';
import { days, hours } from '#platform/base/duration';
import { newId } from '#platform/base/ids';
import { somebodyWaits } from '../../tests/kit/locks';
import { send } from './dispatch';
import { lockAggregate } from './lock-tree';
import { offerFlow, requestFlow } from './sample/tree.flows';
import { createTreeKit, type TreeKit } from './sample/tree-kit';
import { parcelFlow } from './sample/parcel.flow';
import { startMachine } from './start';

let kit: TreeKit;
beforeAll(async () => {
  kit = await createTreeKit();
});
afterAll(() => kit.close());

const outcome = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'ok',
    (error: Error) => error.message,
  );

describe('a child', () => {
  it('names its root when it starts, and nothing else may', async () => {
    const requestId = await kit.request();
    const id = newId();
    const input = { offerId: id, requestId, validity: hours(1) };
    const start = (root?: string) => startMachine(kit.ctx(), offerFlow, { id, input, root });
    await expect(start()).rejects.toThrow('sample.offer needs a root');
    for (const nowhere of [newId(), 'no id', await kit.offer(requestId)])
      await expect(start(nowhere)).rejects.toMatchObject({ code: 'not_found' });
    const own = { id, input: { requestId: id, expiry: days(1) }, root: requestId };
    await expect(startMachine(kit.ctx(), requestFlow, own)).rejects.toThrow('has no root');
    expect(await kit.values([id])).toEqual([null]);
    await start(requestId);
    expect(await start(requestId)).toMatchObject({ repeated: true });
    await expect(start(await kit.request())).rejects.toThrow('belongs to another');
  });

  /** Holds the root and nothing else, begins `work`, and looks at where it waits. */
  const waitsForRootFirst = async (requestId: string, work: () => Promise<unknown>) => {
    let running: Promise<unknown> | undefined;
    await withTransaction(kit.ctx(), async (tx) => {
      const event = { type: 'sample.uncount-offer', offerId: newId() } as const;
      await send(tx, requestFlow, { id: requestId, event });
      running = work();
      await somebodyWaits(kit);
      // No lock and no row of its own yet: those would have given its transaction a number.
      expect(
        await kit.rows(`select backend_xid from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`),
      ).toEqual([{ backend_xid: null }]);
    });
    await running;
  };

  it('waits for its root: when it starts, is told something, and when its clock runs out', async () => {
    const requestId = await kit.request();
    const offerId = await kit.offer(requestId);
    await waitsForRootFirst(requestId, () => kit.offer(requestId));
    const event = { type: 'sample.take-back' } as const;
    await waitsForRootFirst(requestId, () => send(kit.ctx(), offerFlow, { id: offerId, event }));
    const due = await kit.offer(requestId, kit.ctx(), hours(0));
    await waitsForRootFirst(requestId, () => kit.fire(offerFlow, due));
    expect(await kit.values([offerId, due])).toEqual(['gone', 'gone']);
    expect(await kit.shown(requestId)).toEqual({ status: 'open', offers: 1 });
  });
});

describe('an instance without a root', () => {
  it('costs no statement more', async () => {
    const id = await kit.request();
    const count = (event: { type: 'sample.uncount-offer'; offerId: string }) =>
      withTransaction(kit.ctx(), async (tx) => {
        let statements = 0;
        const counted = new Proxy(tx.tx, {
          get: (client, name) => {
            if (name === 'query') statements += 1;
            const value: unknown = Reflect.get(client, name);
            return typeof value === 'function' ? value.bind(client) : value;
          },
        });
        await send({ ...tx, tx: counted }, requestFlow, { id, event });
        return statements;
      });
    // Lock, write, and the sample's own row.
    expect(await count({ type: 'sample.uncount-offer', offerId: newId() })).toBe(3);
  });
});

describe('a tree', () => {
  /** What somebody who waited for the root sees, when an offer was committed while they waited. */
  const seenAfterWaiting = async (look: (tx: TxCtx, requestId: string) => Promise<number>) => {
    const requestId = await kit.request();
    await kit.offer(requestId);
    let seen: Promise<number> | undefined;
    await withTransaction(kit.ctx(), async (tx) => {
      await kit.offer(requestId, tx);
      seen = withTransaction(kit.ctx(), (other) => look(other, requestId));
      await somebodyWaits(kit);
    });
    return seen!;
  };
  const inOneStatement = async ({ tx }: TxCtx, requestId: string) => {
    const sql = `select id, root_id from flow.instance where id = $1 or root_id = $1
      order by root_id nulls first, id for update`;
    const { rows } = await tx.query<{ root_id: string | null }>(sql, [requestId]);
    return rows.filter(({ root_id }) => root_id).length;
  };

  it('is locked with the child that was committed while its root was waited for', async () => {
    const inTwo = async (tx: TxCtx, requestId: string) =>
      (await lockAggregate(tx, requestFlow, [requestId])).get(requestId)!.length;
    expect(await seenAfterWaiting(inTwo)).toBe(2);
    // Negative control: one statement for all begins before it waits, and loses it.
    expect(await seenAfterWaiting(inOneStatement)).toBe(1);
  });

  it('ends whole: an acceptance that waits declines the offer that came meanwhile', async () => {
    const requestId = await kit.request();
    const first = await kit.offer(requestId);
    let late = '';
    let accepted: Promise<unknown> | undefined;
    await withTransaction(kit.ctx(), async (tx) => {
      late = await kit.offer(requestId, tx);
      const event = { type: 'sample.accept' } as const;
      accepted = send(kit.ctx(), offerFlow, { id: first, event });
      await somebodyWaits(kit);
    });
    await accepted;
    expect(await kit.values([requestId, first, late])).toEqual(['chosen', 'accepted', 'declined']);
    expect(await outcome(kit.offer(requestId))).toBe('event_refused');
  });

  it('is locked with others in one order, roots before children, whatever order they are named in', async () => {
    const roots = await Promise.all([kit.request(), kit.request(), kit.request()]);
    const offers = await Promise.all(roots.map((id) => kit.offer(id)));
    const both = (ids: string[]) =>
      withTransaction(kit.ctx(), async (tx) => {
        const trees = await lockAggregate(tx, requestFlow, ids);
        for (const id of ids) for (const child of trees.get(id)!) await turn(tx, child.id);
      });
    const turn = (tx: TxCtx, id: string) =>
      send(tx, offerFlow, { id, event: { type: 'sample.take-back' } });
    const results = await Promise.all([
      outcome(both(roots)),
      outcome(both(roots.toReversed())),
      outcome(both([roots[1]!, roots[0]!, roots[2]!])),
    ]);
    expect(results.sort()).toEqual(['event_refused', 'event_refused', 'ok']);
    expect(await kit.values(offers)).toEqual(['gone', 'gone', 'gone']);
    expect(kit.logged.filter(({ msg }) => msg === 'transaction again')).toEqual([]);
  });

  it('begins at a root, and leaves out what is none', async () => {
    const requestId = await kit.request();
    await withTransaction(kit.ctx(), async (tx) => {
      await expect(lockAggregate(tx, offerFlow, [])).rejects.toThrow('is not a root');
      const trees = await lockAggregate(tx, requestFlow, [requestId, newId(), 'no id']);
      expect([...trees]).toEqual([[requestId, []]]);
    });
  });
});

describe('an id that is taken', () => {
  it('starts no other machine, not even when fifty begin at once', async () => {
    const id = newId();
    const request = () =>
      startMachine(kit.ctx(), requestFlow, { id, input: { requestId: id, expiry: days(1) } });
    const parcel = () =>
      startMachine(kit.ctx(), parcelFlow, {
        id,
        input: { parcelId: id, packWindow: hours(1), returnWindow: hours(1) },
      });
    const all = await Promise.all(
      Array.from({ length: 50 }, async (_, n) => {
        const started = n % 2 ? request() : parcel();
        return started.then(
          ({ repeated }) => (repeated ? 'repeated' : 'started'),
          (error: Error) => (error.name === 'Error' ? error.message : String(error)),
        );
      }),
    );
    const [row] = await kit.rows<{ machine: string }>(
      'select machine from flow.instance where id = $1',
      [id],
    );
    const loser = row!.machine === 'sample.request' ? 'sample.parcel' : 'sample.request';
    const count = (what: string) => all.filter((one) => one === what).length;
    expect([count('started'), count('repeated')]).toEqual([1, 24]);
    expect(count(`the id of a new ${loser} belongs to another ${row!.machine}`)).toBe(25);
    expect(
      await kit.rows('select version from flow.transition where instance_id = $1', [id]),
    ).toEqual([{ version: 1 }]);
  });
});
