import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { actorRef, system } from '#platform/base/actor';

import { withTransaction } from '../unit-of-work/transaction';
import { hours, minutes, seconds } from '#platform/base/duration';
import { publish } from '../events/publish';
import { subscribe } from '../events/subscribe';
import { defineEvents } from '../events/declare';
import { timersOf } from './fire-timer';
import type { Registry } from './registry';
import { startWorkers, type Workers } from '../jobs/start-workers';
import { syncQueues } from '../jobs/sync-queues';
import { eventStep } from '../events/event-step';
import { send, sendIfAccepted } from './dispatch';
import { offerEvents, offerFlow, requestEvents, requestFlow } from './sample/tree.flows';
import { createTreeKit, treeSteps, type TreeKit } from './sample/tree-kit';

const traces = async (kit: TreeKit, ids: string[]) => ({
  instances: await kit.rows('select * from flow.instance where id = any($1) order by id', [ids]),
  log: await kit.rows(
    `select instance_id, version from flow.transition where instance_id = any($1) order by 1, 2`,
    [ids],
  ),
  timers: await kit.rows('select * from flow.timer where instance_id = any($1) order by 1', [ids]),
  shown: await kit.rows('select * from shown_request where id = any($1)', [ids]),
  jobs: await kit.rows(`select id from pgboss.job where data->>'instance' = any($1) order by id`, [
    ids,
  ]),
});
const accept = { type: 'sample.accept' } as const;

describe('what hangs on a fact', () => {
  const seen: unknown[] = [];
  let broken = false;
  let kit: TreeKit;
  beforeAll(async () => {
    const last = eventStep({
      on: requestEvents['sample.request-over'],
      name: 'sample.look-on',
      run: async ({ actor, tx }, { requestId }) => {
        const sql = 'select status, offers from shown_request where id = $1';
        const { rows } = await tx.query<{ status: string }>(sql, [requestId]);
        seen.push([actorRef(actor), rows[0]!.status]);
        if (broken) throw new Error('the last step failed');
      },
    });
    kit = await createTreeKit([...treeSteps(), last]);
  });
  afterAll(() => kit.close());
  beforeEach(() => {
    seen.length = 0;
    broken = false;
  });

  const tree = async () => {
    const request = await kit.request(kit.ctx(), minutes(0));
    const ids = [request, await kit.offer(request), await kit.offer(request)];
    return { request, ids, first: ids[1]! };
  };
  const ways = {
    'an event of a child': ({ first: id }) => send(kit.ctx(), offerFlow, { id, event: accept }),
    'an event of the root': ({ request: id }) =>
      send(kit.ctx(), requestFlow, { id, event: { type: 'sample.call-off' } }),
    'a timer': ({ request }) => kit.fire(requestFlow, request),
  } satisfies Record<string, (of: Awaited<ReturnType<typeof tree>>) => Promise<unknown>>;
  const ends = {
    'an event of a child': ['chosen', 'accepted', 'declined'],
    'an event of the root': ['off', 'declined', 'declined'],
    'a timer': ['expired', 'declined', 'declined'],
  };

  it.each(Object.keys(ways) as Array<keyof typeof ways>)('is part of it: %s', async (way) => {
    const one = await tree();
    await ways[way](one);
    expect(await kit.values(one.ids)).toEqual(ends[way]);
    expect(seen).toEqual([['anonymous', ends[way][0]]]);
    const times = await kit.rows(
      `select distinct at from flow.transition where instance_id = any($1) and version > 1
       and name in ('sample.accept', 'sample.decline', 'sample.choose', 'sample.call-off',
         'sample.request-window-elapsed')`,
      [one.ids],
    );
    expect(times).toHaveLength(1);
  });

  it.each(Object.keys(ways) as Array<keyof typeof ways>)(
    'undoes all when it throws: %s',
    async (way) => {
      const one = await tree();
      const before = await traces(kit, one.ids);
      broken = true;
      await expect(ways[way](one)).rejects.toThrow('the last step failed');
      expect(seen).toHaveLength(1);
      expect(await traces(kit, one.ids)).toEqual(before);
      broken = false;
      await ways[way](one);
      expect(await kit.values(one.ids)).toEqual(ends[way]);
    },
  );

  it('does not run again with a repeat', async () => {
    const one = await tree();
    const input = { id: one.first, event: accept, key: 'once' };
    await send(kit.ctx(), offerFlow, input);
    expect(await send(kit.ctx(), offerFlow, input)).toMatchObject({ repeated: true });
    expect(seen).toHaveLength(1);
  });

  it('moves a published count with the clock of a child, in the same moment', async () => {
    const request = await kit.request();
    await kit.offer(request);
    const short = await kit.offer(request, kit.ctx(), seconds(0));
    expect(await kit.shown(request)).toEqual({ status: 'open', offers: 2 });
    const seenTogether: unknown[] = [];
    await withTransaction(kit.ctx(), async (tx) => {
      await send(tx, offerFlow, { id: short, event: { type: 'sample.take-back' } });
      seenTogether.push(await kit.shown(request));
    });
    const due = await kit.offer(request, kit.ctx(), seconds(0));
    expect(await kit.fire(offerFlow, due)).toBe('fired');
    expect(seenTogether).toEqual([{ status: 'open', offers: 2 }]);
    expect(await kit.shown(request)).toEqual({ status: 'open', offers: 1 });
  });
});

describe('two machines that answer each other for ever', () => {
  it('are stopped, and nothing of it stays', async () => {
    const kit = await createTreeKit([
      ...treeSteps(),
      eventStep({
        on: offerEvents['sample.offer-made'],
        name: 'sample.outbid',
        run: async (ctx, { requestId }) => void (await kit.offer(requestId, ctx)),
      }),
    ]);
    try {
      const request = await kit.request();
      const failing = kit.offer(request);
      await expect(failing).rejects.toThrow('comes round to itself');
      expect(await kit.shown(request)).toEqual({ status: 'open', offers: 0 });
      expect(await kit.rows('select 1 from flow.instance where root_id is not null')).toEqual([]);
    } finally {
      await kit.close();
    }
  });
});

const ended = defineEvents('sample', { ended: z.strictObject({ offerId: z.uuid() }) })[
  'sample.ended'
];

describe('a follow-up that its flow no longer takes', () => {
  let kit: TreeKit;
  let workers: Workers;
  const heard: string[] = [];
  const follow = (
    name: string,
    handle: (kit: TreeKit, id: string, key: string) => Promise<unknown>,
  ) =>
    subscribe({
      on: ended,
      name,
      handle: async (_ctx, { offerId }, { id }) => {
        heard.push(name);
        await handle(kit, offerId, id);
      },
    });
  beforeAll(async () => {
    kit = await createTreeKit();
    const registry: Registry = {
      ...kit.registry,
      subscriptions: [
        follow('sample.follow-up', ({ ctx }, id, key) =>
          sendIfAccepted(ctx(system('test')), offerFlow, { id, event: accept, key }),
        ),
        // Negative control: what `send` makes of the same event.
        follow('sample.insist', ({ ctx }, id, key) =>
          send(ctx(system('test')), offerFlow, { id, event: accept, key }),
        ),
      ],
    };
    await syncQueues(kit.services.database, registry);
    workers = await startWorkers(kit.services, registry, [timersOf(registry.flows)]);
  });
  afterAll(async () => {
    await workers.stop(seconds(5));
    await kit.close();
  });

  it('answers null, writes nothing, and applies what is still taken', async () => {
    const request = await kit.request();
    const [id, other] = [await kit.offer(request), await kit.offer(request)];
    const sendEvent = (offerId: string, key?: string) =>
      sendIfAccepted(kit.ctx(), offerFlow, { id: offerId, event: accept, key });
    expect(await sendEvent(id, 'k')).toMatchObject({ value: 'accepted', repeated: false });
    expect(await sendEvent(id, 'k')).toMatchObject({ value: 'accepted', repeated: true });
    const before = await traces(kit, [request, id, other]);
    expect(await sendEvent(other)).toBeNull();
    expect(await traces(kit, [request, id, other])).toEqual(before);
    await expect(sendEvent(request)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('is done: no retry, no dead letter, no stuck instance', async () => {
    const request = await kit.request(kit.ctx(), hours(1));
    const id = await kit.offer(request);
    await send(kit.ctx(), offerFlow, { id, event: { type: 'sample.take-back' } });
    await withTransaction(kit.ctx(), (tx) => publish(tx, ended, { offerId: id }));
    // The control's job waits to be tried again; by state, since a queue may hold both.
    const jobs = () =>
      kit.rows<{ state: string; tried: boolean }>(
        `select state::text, retry_count > 0 as tried from pgboss.job
         where data->'payload'->>'offerId' = $1 order by state = 'completed' desc`,
        [id],
      );
    await vi.waitFor(async () => {
      expect(heard).toEqual(expect.arrayContaining(['sample.follow-up', 'sample.insist']));
      const [done, failed, ...more] = await jobs();
      expect(done).toEqual({ state: 'completed', tried: false });
      expect(failed!.state).toBe('retry');
      expect(more).toEqual([]);
    }, 10_000);
    expect(heard.filter((name) => name === 'sample.follow-up')).toHaveLength(1);
    expect(await kit.rows('select 1 from flow.alert')).toEqual([]);
    expect(await kit.rows('select stuck from flow.instance where id = $1', [id])).toEqual([
      { stuck: false },
    ]);
    expect(await kit.values([id])).toEqual(['gone']);
  });
});
