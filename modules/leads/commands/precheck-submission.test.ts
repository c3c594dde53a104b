import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { hours } from '#platform/base/duration';
import { advance, resetClock } from '../../../tests/kit/clock';
import { createTestServices, type TestServices } from '../../../tests/kit/services';
import { somePatient, submitted } from '../testing';

let kit: TestServices;
beforeAll(async () => {
  kit = await createTestServices();
});
afterAll(() => kit.close());
beforeEach(() => resetClock(kit.services));

it('lets five requests an hour through, also of fifty at once, and says how long to wait', async () => {
  const ctx = kit.ctx(somePatient());
  const outcomes = await Promise.allSettled(Array.from({ length: 50 }, () => submitted(ctx)));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  const [refused] = outcomes.filter((each) => each.status === 'rejected');
  const { code, details } = refused!.reason as {
    code: string;
    details: { retryAfterSeconds: number };
  };
  expect(code).toBe('too_many_requests');
  expect(details.retryAfterSeconds).toBeGreaterThan(3_500);
  expect(details.retryAfterSeconds).toBeLessThanOrEqual(3_600);
});

it('lets twenty a day through', async () => {
  const ctx = kit.ctx(somePatient());
  for (let n = 0; n < 20; n += 1) {
    if (n % 5 === 0) await advance(kit.services, hours(1.01));
    await submitted(ctx);
  }
  await advance(kit.services, hours(1.01));
  await expect(submitted(ctx)).rejects.toMatchObject({ code: 'too_many_requests' });
  await advance(kit.services, hours(24));
  await submitted(ctx);
});

it('counts each patient alone', async () => {
  const [one, other] = [kit.ctx(somePatient()), kit.ctx(somePatient())];
  for (let n = 0; n < 5; n += 1) await submitted(one);
  await submitted(other);
});
