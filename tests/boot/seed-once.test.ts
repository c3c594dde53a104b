import { afterAll, beforeAll, expect, it } from 'vitest';
import { seedOnce } from '../../scripts/seed-once';
import { createTestServices, type TestServices } from '../kit/services';

let kit: TestServices;
beforeAll(async () => {
  kit = await createTestServices();
});
afterAll(() => kit.close());

it('seeds each edition once, again after a failure, and never an older one', async () => {
  const { env, database } = kit.services;
  const ran: number[] = [];
  const once = (edition: number, failure?: Error) =>
    seedOnce(env, {
      edition,
      run: () => (failure ? Promise.reject(failure) : Promise.resolve(void ran.push(edition))),
    });
  await expect(once(1, new Error('killed'))).rejects.toThrow('killed');
  expect([await once(1), await once(1)]).toEqual([true, false]);
  // The mark of the first release had no edition.
  await database.pool.query('alter table migrations.seed drop column edition');
  expect([await once(1), await once(2), await once(2), await once(1)]).toEqual([
    false,
    true,
    false,
    false,
  ]);
  expect(ran).toEqual([1, 2]);
});
