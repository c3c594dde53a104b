import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { seconds } from '#platform/base/duration';
import { newToken } from '#platform/base/ids';
import { writeSetting } from '#platform/settings/settings';
import { advance, resetClock } from '../../tests/kit/clock';
import { createTestServices, type TestServices } from '../../tests/kit/services';
import { formMinimumTime, looksAutomated, stampForm } from './form-guard.server';

const [older, newer] = [newToken(), newToken()];

let kit: TestServices;
beforeAll(async () => {
  kit = await createTestServices();
  await writeSetting(kit.ctx(), formMinimumTime, seconds(1));
});
afterAll(() => kit.close());
beforeEach(() => resetClock(kit.services));

const ctxWith = (...list: string[]) => ({
  ...kit.ctx(),
  services: { ...kit.services, env: { ...kit.services.env, OTP_HMAC_KEYS: list } },
});

it('takes a form that was shown before a new key was put in front, and none under a key that is gone', async () => {
  const stamp = await stampForm(ctxWith(older));
  await advance(kit.services, seconds(5));
  expect(await looksAutomated(ctxWith(newer, older), { stamp })).toBe(false);
  expect(await looksAutomated(ctxWith(older), { stamp })).toBe(false);
  expect(await looksAutomated(ctxWith(newer), { stamp })).toBe(true);
});

it('holds what comes too soon, was never signed, or fills in the hidden field', async () => {
  const stamp = await stampForm(ctxWith(older));
  expect(await looksAutomated(ctxWith(older), { stamp })).toBe(true);
  await advance(kit.services, seconds(5));
  expect(await looksAutomated(ctxWith(older), { stamp, website: 'x' })).toBe(true);
  for (const forged of [undefined, '', '1', `1.${stamp.split('.')[1]}`])
    expect(await looksAutomated(ctxWith(older), { stamp: forged })).toBe(true);
});
