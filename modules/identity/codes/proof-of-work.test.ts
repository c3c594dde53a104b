import { withTransaction } from '#engine';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { advance, resetClock } from '../../../tests/kit/clock';
import { createQueuedServices, forgetLimits, outcome } from '../../../tests/kit/identity';
import type { TestServices } from '../../../tests/kit/services';
import { challengeOf, lightWork, pastCodes, setRisk, work } from '../../../tests/kit/strangers';
import type { Ctx } from '#platform/context';
import { minutes } from '#platform/base/duration';
import { newToken } from '#platform/base/ids';
import { checkProof, newProofChallenge, sendCode, spendProof } from './send.server';
import { newPhone } from '../testing';
import { packProof } from '../values';
import { type Proof, unpackProof } from '../schemas';

describe('work for a code', () => {
  let kit: TestServices;
  let asking: { role: 'patient'; phone: string; browserToken: string };
  beforeAll(async () => {
    kit = await createQueuedServices();
    await pastCodes(kit, { dialCode: '1', unused: 20 });
  });
  afterAll(() => kit.close());
  beforeEach(async () => {
    await resetClock(kit.services);
    await forgetLimits(kit);
    await setRisk(kit, { unused: { atLeast: 20, ofUsed: 0.3 }, ...lightWork });
    asking = { role: 'patient', phone: newPhone(), browserToken: newToken() };
  });

  const ask = (shown: object = {}) => {
    const { role, phone: phoneNumber, browserToken } = asking;
    return sendCode(kit.ctx(), { role, phoneNumber, browserToken, ...shown });
  };
  const done = async () => (await work(await challengeOf(ask()))).proof;
  const changed = (proof: string, change: (of: Proof) => void): string => {
    const opened = unpackProof(proof)!;
    change(opened);
    return packProof(opened);
  };

  it('is good for one send', async () => {
    const proof = await done();
    expect(await outcome(ask({ proof }))).toBe('ok');
    await advance(kit.services, minutes(1));
    expect(await outcome(ask({ proof }))).toBe('proof_required');
    expect(await outcome(ask({ proof: await done() }))).toBe('ok');
  });

  it('is spent once by fifty at once', async () => {
    const nonce = newToken();
    const spent = await Promise.all(
      Array.from({ length: 50 }, () => withTransaction(kit.ctx(), (tx) => spendProof(tx, nonce))),
    );
    expect(spent.filter(Boolean)).toHaveLength(1);
  });

  it('is still good when the send was refused for another reason', async () => {
    const proof = await done();
    const refused = withTransaction(kit.ctx(), async (tx) => {
      const nonce = (await checkProof(tx, proof, asking))!;
      expect(await spendProof(tx, nonce)).toBe(true);
      throw new Error('refused');
    });
    await expect(refused).rejects.toThrow('refused');
    expect(await outcome(ask({ proof }))).toBe('ok');
  });

  it('asks for nothing before the budgets of the phone allow a code', async () => {
    expect(await outcome(ask({ proof: await done() }))).toBe('ok');
    expect(await outcome(ask())).toBe('too_many_codes');
  });

  it.each([
    ['another number', () => ({ phone: newPhone() })],
    ['another browser', () => ({ browserToken: newToken() })],
  ])('is no good for %s', async (_, other) => {
    const proof = await done();
    asking = { ...asking, ...other() };
    expect(await outcome(ask({ proof }))).toBe('proof_required');
  });

  it('is no good in the other role', async () => {
    const proof = await done();
    expect(await checkProof(kit.ctx(), proof, asking)).not.toBeNull();
    expect(await checkProof(kit.ctx(), proof, { ...asking, role: 'clinic' })).toBeNull();
  });

  it('expires, by the clock of the database', async () => {
    const proof = await done();
    await advance(kit.services, minutes(11));
    expect(await outcome(ask({ proof }))).toBe('proof_required');
  });

  it.each<[string, (of: Proof) => void]>([
    ['a later end', ({ challenge }) => (challenge.parameters.data.until += 3_600_000)],
    ['less work', ({ challenge }) => (challenge.parameters.cost = 1)],
    ['an easier key', ({ challenge }) => (challenge.parameters.keyPrefix = '00')],
    ['a signature of its own', ({ challenge }) => (challenge.signature = '0'.repeat(64))],
    ['a key that was not derived', ({ solution }) => (solution.derivedKey = 'ab'.repeat(32))],
    [
      'the part of the key that everybody sees',
      ({ challenge, solution }) =>
        (solution.derivedKey = challenge.parameters.keyPrefix.padEnd(64, '0')),
    ],
  ])('is no good with %s', async (_, forge) => {
    const proof = changed(await done(), forge);
    expect(await outcome(ask({ proof }))).toBe('proof_required');
  });

  it.each(['', 'x', '{}', btoa('{}'), btoa('null'), btoa('[1]'), '%%%'])(
    'is not %j',
    async (proof) => expect(await outcome(ask({ proof }))).toBe('proof_required'),
  );

  it('outlives a change of keys, until the old one goes', async () => {
    const withKeys = (keys: string[]): Ctx => {
      const ctx = kit.ctx();
      const env = { ...ctx.services.env, OTP_HMAC_KEYS: keys };
      return { ...ctx, services: { ...ctx.services, env } };
    };
    const [old, fresh] = ['o'.repeat(40), 'f'.repeat(40)];
    const { proof } = await work(await newProofChallenge(withKeys([old]), asking));
    expect(await checkProof(withKeys([fresh, old]), proof, asking)).not.toBeNull();
    expect(await checkProof(withKeys([fresh]), proof, asking)).toBeNull();
  });

  it('says nothing about who asks', async () => {
    const text = JSON.stringify(await challengeOf(ask()));
    expect(text).not.toContain(asking.phone.slice(1));
    expect(text).not.toContain(asking.browserToken);
  });
});
