import type { EventStep, Ctx } from '#platform/context';
import { days, type Duration } from '#platform/base/duration';
import { newId } from '#platform/base/ids';
import type { Registry } from '../registry';
import { createTestServices, type TestServices } from '../../../tests/kit/services';
import { eventStep } from '../../events/event-step';
import { send, sendIfAccepted } from '../dispatch';
import { fireTimer, type Fired } from '../fire-timer';
import { lockAggregate } from '../lock-tree';
import { startMachine } from '../start';
import { offerEvents, offerFlow, requestEvents, requestFlow, shownRequests } from './tree.flows';

/** What hangs on the events of the sample's request and its offers. */
export const treeSteps = (offers: typeof offerFlow = offerFlow): EventStep[] => [
  // Refused by a request that is over, and the offer with it.
  eventStep({
    on: offerEvents['sample.offer-made'],
    name: 'sample.count-offer',
    run: async (ctx, { requestId: id, offerId }) => {
      await send(ctx, requestFlow, { id, event: { type: 'sample.count-offer', offerId } });
    },
  }),
  eventStep({
    on: offerEvents['sample.offer-gone'],
    name: 'sample.uncount-offer',
    run: async (ctx, { requestId: id, offerId }) => {
      const event = { type: 'sample.uncount-offer', offerId } as const;
      await sendIfAccepted(ctx, requestFlow, { id, event });
    },
  }),
  eventStep({
    on: offerEvents['sample.offer-accepted'],
    name: 'sample.choose',
    run: async (ctx, { requestId: id, offerId }) => {
      await send(ctx, requestFlow, { id, event: { type: 'sample.choose', offerId } });
    },
  }),
  eventStep({
    on: requestEvents['sample.request-over'],
    name: 'sample.decline-others',
    run: async (ctx, { requestId }) => {
      const trees = await lockAggregate(ctx, requestFlow, [requestId]);
      const open = trees.get(requestId)!.filter(({ status }) => status === 'active');
      for (const { id } of open)
        await sendIfAccepted(ctx, offers, { id, event: { type: 'sample.decline' } });
    },
  }),
];

/** Services with requests and offers, and short ways to start and move them. */
export async function createTreeKit(eventSteps: readonly EventStep[] = treeSteps()) {
  const registry: Registry = {
    flows: [requestFlow, offerFlow],
    jobs: [],
    subscriptions: [],
    schedules: [],
    eventSteps,
  };
  const kit: TestServices = await createTestServices({ registry });
  await kit.services.database.pool.query(shownRequests);
  const rows = async <R extends object>(sql: string, values: unknown[] = []): Promise<R[]> =>
    (await kit.services.database.pool.query<R>(sql, values)).rows;
  const request = async (ctx: Ctx = kit.ctx(), expiry: Duration = days(30)): Promise<string> => {
    const id = newId();
    await startMachine(ctx, requestFlow, { id, input: { requestId: id, expiry } });
    return id;
  };
  const offer = async (
    requestId: string,
    ctx: Ctx = kit.ctx(),
    validity: Duration = days(14),
  ): Promise<string> => {
    const id = newId();
    const input = { offerId: id, requestId, validity };
    await startMachine(ctx, offerFlow, { id, input, root: requestId });
    return id;
  };
  /** Fires the only timer of an instance, as the worker would. */
  const fire = async (flow: typeof offerFlow | typeof requestFlow, id: string): Promise<Fired> => {
    const sql = 'select instance_id as instance, token from flow.timer where instance_id = $1';
    const [armed] = await rows<{ instance: string; token: string }>(sql, [id]);
    return armed ? fireTimer(kit.ctx(), flow as typeof offerFlow, armed) : 'gone';
  };
  const values = async (ids: readonly string[]): Promise<unknown[]> => {
    const sql = `select id, state->'value' as value from flow.instance where id = any($1)`;
    const found = await rows<{ id: string; value: unknown }>(sql, [ids]);
    return ids.map((id) => found.find((row) => row.id === id)?.value ?? null);
  };
  const shown = async (id: string) =>
    (await rows('select status, offers from shown_request where id = $1', [id]))[0];
  return { ...kit, registry, rows, request, offer, fire, values, shown };
}

export type TreeKit = Awaited<ReturnType<typeof createTreeKit>>;
