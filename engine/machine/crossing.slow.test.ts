import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { withTransaction } from '../unit-of-work/transaction';
import { seconds } from '#platform/base/duration';
import { isAppError } from '#platform/base/errors';
import { isFull } from '../../tests/kit/full';
import { deadlocks } from '../../tests/kit/locks';
import { send } from './dispatch';
import { offerFlow, requestFlow } from './sample/tree.flows';
import { createTreeKit, treeSteps, type TreeKit } from './sample/tree-kit';

/** `FUZZ=full` is the bar (security F10). */
const rounds = isFull ? 10_000 : 1_000;
/** Rounds at once: with two streams each, a pool of ten connections stays busy. */
const atOnce = 5;

interface Tree {
  readonly request: string;
  readonly a: string;
  readonly b: string;
}
type Act = (kit: TreeKit, tree: Tree) => Promise<unknown>;

const acts = {
  acceptA: (kit, { a }) => send(kit.ctx(), offerFlow, { id: a, event: { type: 'sample.accept' } }),
  acceptB: (kit, { b }) => send(kit.ctx(), offerFlow, { id: b, event: { type: 'sample.accept' } }),
  takeBackA: (kit, { a }) =>
    send(kit.ctx(), offerFlow, { id: a, event: { type: 'sample.take-back' } }),
  callOff: (kit, { request }) =>
    send(kit.ctx(), requestFlow, { id: request, event: { type: 'sample.call-off' } }),
  makeAnother: (kit, { request }) => kit.offer(request),
  offerExpires: (kit, { b }) => kit.fire(offerFlow, b),
  requestExpires: (kit, { request }) => kit.fire(requestFlow, request),
} satisfies Record<string, Act>;

/** Every pair of two different acts, in turn. */
const pairs = Object.values<Act>(acts).flatMap((first, n, all) =>
  all.slice(n + 1).map((second) => [first, second] as const),
);

const politely = async (work: Promise<unknown>): Promise<void> => {
  try {
    await work;
  } catch (error) {
    if (!isAppError(error) || error.code !== 'event_refused') throw error;
  }
};

/** A request with two offers, whose clocks have all run out already. */
const plant = (kit: TreeKit): Promise<Tree> =>
  withTransaction(kit.ctx(), async (tx) => {
    const request = await kit.request(tx, seconds(0));
    const [a, b] = [
      await kit.offer(request, tx, seconds(0)),
      await kit.offer(request, tx, seconds(0)),
    ];
    return { request, a, b };
  });

async function cross(kit: TreeKit, count: number): Promise<void> {
  let next = 0;
  const stream = async () => {
    for (let n = next++; n < count; n = next++) {
      const tree = await plant(kit);
      const [first, second] = pairs[n % pairs.length]!;
      await Promise.all([politely(first(kit, tree)), politely(second(kit, tree))]);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, stream));
}

/** Trees that did not end as one: by what their rows say, not by what the calls were told. */
const torn = `
  with child as (
    select root_id, count(*) filter (where state->>'value' = 'accepted') as accepted,
      count(*) filter (where state->>'value' = 'live') as live
    from flow.instance where root_id is not null group by root_id)
  select s.id, s.status, s.offers, c.accepted, c.live
  from shown_request s join child c on c.root_id = s.id join flow.instance i on i.id = s.id
  where s.status <> i.state->>'value'
    or c.accepted <> (s.status = 'chosen')::int
    or (s.status = 'open' and c.live <> s.offers)
    or (s.status <> 'open' and c.live > 0)`;

const again = (kit: TreeKit) => kit.logged.filter(({ msg }) => msg === 'transaction again').length;

describe('two streams of commands and timers over one root', () => {
  let kit: TreeKit;
  beforeAll(async () => {
    kit = await createTreeKit();
  });
  afterAll(() => kit.close());

  it(`cross ${rounds} times: one outcome each, and nobody ever waits in a circle`, async () => {
    await cross(kit, rounds);
    const [all] = await kit.rows('select count(*)::int as trees from shown_request');
    expect(all).toEqual({ trees: rounds });
    expect(await kit.rows(torn)).toEqual([]);
    const ends = await kit.rows<{ status: string }>('select distinct status from shown_request');
    expect(ends.map(({ status }) => status).sort()).toEqual(['chosen', 'expired', 'off', 'open']);
    expect([await deadlocks(kit), again(kit)]).toEqual([0, 0]);
  }, 600_000);
});

describe('without a root', () => {
  // Negative control: children that do not lock their root first. Retries hide it from callers.
  const rootless = { ...offerFlow, root: undefined } as typeof offerFlow;
  let kit: TreeKit;
  beforeAll(async () => {
    kit = await createTreeKit(treeSteps(rootless));
  });
  afterAll(() => kit.close());

  it('they wait in a circle, which the count of retries shows', async () => {
    for (let n = 0; n < 50 && again(kit) === 0; n += 1) {
      const { request, a } = await plant(kit);
      const event = { type: 'sample.accept' } as const;
      await Promise.all([
        politely(send(kit.ctx(), rootless, { id: a, event })),
        politely(acts.callOff(kit, { request, a, b: a })),
      ]);
    }
    expect(again(kit)).toBeGreaterThan(0);
    expect(await deadlocks(kit)).toBeGreaterThan(0);
  });
});
