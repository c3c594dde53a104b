import { afterAll, beforeAll, expect, it } from 'vitest';
import { hours, minutes } from '#platform/base/duration';
import { newId } from '#platform/base/ids';
import { actAs } from '#platform/context';
import { forgetOld } from './privacy.server';
import { keepProfile, keptProfile } from './emails.server';
import { newPhone } from './testing';
import { advance } from '../../tests/kit/clock';
import { createQueuedServices } from '../../tests/kit/identity';
import type { TestServices } from '../../tests/kit/services';

let kit: TestServices;
beforeAll(async () => {
  kit = await createQueuedServices();
});
afterAll(() => kit.close());

const typed = { firstName: 'Sarah', lastName: 'Mil', email: 'sarah@' };
/** A phone that was verified and has no profile yet. */
const someone = () =>
  actAs(kit.ctx(), {
    kind: 'phone-verified',
    role: 'patient',
    phone: newPhone(),
    sessionId: newId(),
  });

it('forgets a profile that nobody finished a day after its last word, and none before', async () => {
  const [old, touched] = [someone(), someone()];
  for (const ctx of [old, touched]) await keepProfile(ctx, { typed, turn: null });
  await advance(kit.services, hours(23));
  await keepProfile(touched, { typed: { ...typed, lastName: 'Miller' }, turn: null });
  await forgetOld(kit.ctx());
  expect(await keptProfile(old)).toEqual(typed);
  await advance(kit.services, minutes(61));
  expect(await forgetOld(kit.ctx())).toBeGreaterThan(0);
  expect(await keptProfile(old)).toBeNull();
  expect(await keptProfile(touched)).toEqual({ ...typed, lastName: 'Miller' });
  await advance(kit.services, hours(23));
  await forgetOld(kit.ctx());
  expect(await keptProfile(touched)).toBeNull();
});
