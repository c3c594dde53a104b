import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Actor } from '#platform/base/actor';

import { withTransaction } from '../unit-of-work/transaction';
import { publish } from './publish';
import { subscribe } from './subscribe';
import { defineEvents } from './declare';
import type { Registry } from '../machine/registry';
import { syncQueues } from '../jobs/sync-queues';
import { newId } from '#platform/base/ids';
import { createTestServices, type TestServices } from '../../tests/kit/services';
import { BadPayloadError } from '../queue/envelope';
import { enqueuedJobs, runJobs } from '../jobs/testing';

const facts = defineEvents('sample', {
  sold: z.strictObject({ thing: z.uuid() }),
  returned: z.strictObject({ thing: z.uuid(), reason: z.enum(['broken']).nullable() }),
  'unheard-of': z.strictObject({}),
});
const sold = facts['sample.sold'];

const seen: Array<{ who: string; thing: string; id: string; at: Date }> = [];
const told = (who: string) =>
  subscribe({
    on: sold,
    name: `sample.tell-${who}`,
    handle: async (_ctx, { thing }, { id, at }) => void seen.push({ who, thing, id, at }),
  });
const reasons: Array<'broken' | null> = [];
const asked = subscribe({
  on: facts['sample.returned'],
  name: 'sample.ask-why',
  handle: async (_ctx, { reason }) => void reasons.push(reason),
});
const registry: Registry = {
  flows: [],
  jobs: [],
  subscriptions: [told('a'), told('b'), asked],
  schedules: [],
};

let kit: TestServices;
beforeAll(async () => {
  kit = await createTestServices({ registry });
});
afterAll(() => kit.close());

it('tells every subscriber once, with an id of its own and the time of the fact', async () => {
  const thing = newId();
  await withTransaction(kit.ctx(), (tx) => publish(tx, sold, { thing }));
  expect(await runJobs(kit.services, registry)).toBe(2);
  expect(seen.map(({ who, thing: what }) => [who, what]).sort()).toEqual([
    ['a', thing],
    ['b', thing],
  ]);
  expect(seen[0]!.id).not.toBe(seen[1]!.id);
  expect(Math.abs(seen[0]!.at.getTime() - Date.now())).toBeLessThan(10_000);
});

it('tells that there is nothing where the fact says so', async () => {
  await withTransaction(kit.ctx(), (tx) =>
    publish(tx, facts['sample.returned'], { thing: newId(), reason: null }),
  );
  expect(await runJobs(kit.services, registry)).toBe(1);
  expect(reasons).toEqual([null]);
});

it('tells nobody when the transaction fails, and nobody of what nobody asked for', async () => {
  const failing = withTransaction(kit.ctx(), async (tx) => {
    await publish(tx, sold, { thing: newId() });
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  await withTransaction(kit.ctx(), (tx) => publish(tx, facts['sample.unheard-of'], {}));
  expect(await enqueuedJobs(kit.services)).toEqual([]);
});

it('tells those who subscribe in any release, until one takes the name away', async () => {
  const names = async () => {
    await withTransaction(kit.ctx(), (tx) => publish(tx, sold, { thing: newId() }));
    const found = (await enqueuedJobs(kit.services)).map(({ name }) => name).sort();
    await kit.services.database.pool.query('delete from pgboss.job');
    return found;
  };
  const newer = { ...registry, subscriptions: [told('b'), told('c')] };
  await syncQueues(kit.services.database, newer);
  expect(await names()).toEqual(['sample.tell-a', 'sample.tell-b', 'sample.tell-c']);
  await syncQueues(kit.services.database, { ...newer, retired: ['sample.tell-a'] });
  expect(await names()).toEqual(['sample.tell-b', 'sample.tell-c']);
});

describe('only what was declared', () => {
  beforeAll(() => runJobs(kit.services, registry));
  const inTransaction = (work: Parameters<typeof withTransaction<Actor, void>>[1]) =>
    withTransaction(kit.ctx(), work);

  it('is published: an object that looks like a declaration is refused', async () => {
    const alike = { type: 'sample.sold' as const, fields: sold.fields };
    // @ts-expect-error nobody declared it
    const refused = inTransaction((tx) => publish(tx, alike, { thing: newId() }));
    await expect(refused).rejects.toThrow('only a declared event');
    expect(await enqueuedJobs(kit.services)).toEqual([]);
  });

  it('is said of it: other and missing fields are refused, whatever the compiler was told', async () => {
    // @ts-expect-error its thing is missing
    await expect(inTransaction((tx) => publish(tx, sold, {}))).rejects.toThrow(z.ZodError);
    const more = { thing: newId(), phone: '+1 212 555 0100' };
    await expect(inTransaction((tx) => publish(tx, sold, more))).rejects.toThrow(z.ZodError);
    expect(await enqueuedJobs(kit.services)).toEqual([]);
  });

  it('is waited for', () => {
    const alike = { type: 'sample.sold' as const, fields: sold.fields };
    const handle = async () => undefined;
    // @ts-expect-error nobody declared it
    expect(() => subscribe({ on: alike, name: 'sample.tell-c', handle })).toThrow('not declared');
  });

  it('reaches a handler: what does not fit is a dead letter, and no retry', async () => {
    const delivery = { id: newId(), at: new Date() };
    const deliver = (fact: unknown) => told('a').handle(kit.ctx(), fact, delivery);
    seen.length = 0;
    for (const fact of [
      null,
      { type: 'sample.sold' },
      { type: 'sample.sold', thing: 'no id' },
      { type: 'sample.bought', thing: newId() },
      { type: 'sample.sold', thing: newId(), more: 1 },
    ])
      await expect(deliver(fact)).rejects.toThrow(BadPayloadError);
    expect(seen).toEqual([]);
    await deliver({ type: 'sample.sold', thing: newId() });
    expect(seen).toHaveLength(1);
  });
});
