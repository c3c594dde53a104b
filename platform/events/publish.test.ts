import { afterAll, beforeAll, expect, it } from 'vitest';
import { transaction } from '#platform/context';
import { publish, subscribe, type Fact } from '#platform/events';
import { syncQueues, type Registry } from '#platform/jobs';
import { newId } from '#platform/ids';
import { createTestServices, type TestServices } from '../../tests/kit/services';
import { enqueuedJobs, runJobs } from '../jobs/testing';

interface Sold extends Fact {
  readonly type: 'sample.sold';
  readonly thing: string;
}

const seen: Array<{ who: string; thing: string; id: string; at: Date }> = [];
const told = (who: string) =>
  subscribe<Sold>({
    on: 'sample.sold',
    name: `sample.tell-${who}`,
    handle: async (_ctx, { thing }, { id, at }) => void seen.push({ who, thing, id, at }),
  });
const registry: Registry = {
  flows: [],
  jobs: [],
  subscriptions: [told('a'), told('b')],
  schedules: [],
};

let kit: TestServices;
beforeAll(async () => {
  kit = await createTestServices({ registry });
});
afterAll(() => kit.close());

it('tells every subscriber once, with an id of its own and the time of the fact', async () => {
  const thing = newId();
  await transaction(kit.ctx(), (tx) => publish(tx, { type: 'sample.sold', thing }));
  expect(await runJobs(kit.services, registry)).toBe(2);
  expect(seen.map(({ who, thing: what }) => [who, what]).sort()).toEqual([
    ['a', thing],
    ['b', thing],
  ]);
  expect(seen[0]!.id).not.toBe(seen[1]!.id);
  expect(Math.abs(seen[0]!.at.getTime() - Date.now())).toBeLessThan(10_000);
});

it('tells nobody when the transaction fails, and nobody of what nobody asked for', async () => {
  const failing = transaction(kit.ctx(), async (tx) => {
    await publish(tx, { type: 'sample.sold', thing: newId() });
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  await transaction(kit.ctx(), (tx) => publish(tx, { type: 'sample.unheard-of' }));
  expect(await enqueuedJobs(kit.services)).toEqual([]);
});

it('tells those who subscribe in any release, until one takes the name away', async () => {
  const names = async () => {
    await transaction(kit.ctx(), (tx) => publish(tx, { type: 'sample.sold', thing: newId() }));
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
