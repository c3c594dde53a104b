import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { system } from '#platform/base/actor';
import { minutes } from '#platform/base/duration';
import { resolveSession } from '../sessions.server';
import { disableStaff, ownPasskeys, resetStaffFactors } from './accounts.server';
import {
  addPasskey,
  passkeyRegistrationOptions,
  passkeySignInOptions,
  passkeyStepUpOptions,
  removePasskey,
  signInWithPasskey,
  stepUpWithPasskey,
} from './passkeys.server';
import { stepUpWithCode } from './sessions.server';
import { requireFreshFactor } from '../step-up.server';
import { signedInStaff, type SignedInStaff, staffCode } from '../testing';
import { advance, resetClock } from '../../../tests/kit/clock';
import { outcome } from '../../../tests/kit/identity';
import { SoftPasskey } from '../../../tests/kit/passkey';
import { createTestServices, type TestServices } from '../../../tests/kit/services';

const browser = { userAgent: null, sessionToken: null };

describe('passkeys of staff', () => {
  let kit: TestServices;
  let someone: SignedInStaff;
  let key: SoftPasskey;
  beforeAll(async () => {
    kit = await createTestServices();
  });
  afterAll(() => kit.close());
  beforeEach(async () => {
    await resetClock(kit.services);
    await kit.services.database.pool.query('delete from platform.rate_limit');
    someone = await signedInStaff(kit.ctx());
    key = newKey();
    await register();
  });

  const newKey = () => new SoftPasskey(kit.services.env.PUBLIC_URL);
  type Faults = Parameters<SoftPasskey['get']>[1];
  const register = async (who = someone, made = key, faults?: Faults) => {
    const { challengeId, options } = await passkeyRegistrationOptions(who.ctx, 'Test');
    const response = made.create(options, faults);
    const input = { challengeId, response, label: 'My laptop', userAgent: null };
    await addPasskey(who.ctx, input);
    return input;
  };
  const shown = async (faults?: Faults, made = key) => {
    const { challengeId, options } = await passkeySignInOptions(kit.ctx());
    return { challengeId, response: made.get(options, faults) };
  };
  const signIn = async (faults?: Faults, made = key) =>
    signInWithPasskey(kit.ctx(), await shown(faults, made), browser);

  it('sign in as both factors at once', async () => {
    const { token } = await signIn();
    const actor = await resolveSession(kit.ctx(), { principal: 'staff', token, renew: true });
    expect(actor).toMatchObject({ kind: 'staff', id: someone.id });
    expect(await ownPasskeys(someone.ctx)).toMatchObject([{ label: 'My laptop' }]);
  });

  it.each<[string, NonNullable<Faults>]>([
    ['of another site', { origin: 'https://evil.example' }],
    ['for another site', { rpId: 'evil.example' }],
    ['without the person being verified', { unverified: true }],
    ['of a copy that is behind', { counter: 1 }],
  ])('are refused %s', async (_what, faults) => {
    await signIn();
    expect(await outcome(signIn(faults))).toBe('invalid_credentials');
    if (!faults.counter)
      expect(await outcome(register(someone, newKey(), faults))).toBe('invalid_passkey');
  });

  it('are refused when they are nobody’s, or signed with another key', async () => {
    const stranger = newKey();
    expect(await outcome(signIn({}, stranger))).toBe('invalid_credentials');
    const forged = await shown({}, stranger);
    const response = { ...forged.response, id: key.id.toString('base64url') };
    const attempt = { ...forged, response: { ...response, rawId: response.id } };
    expect(await outcome(signInWithPasskey(kit.ctx(), attempt, browser))).toBe(
      'invalid_credentials',
    );
  });

  it('take a challenge once, also fifty times at once', async () => {
    const answer = await shown();
    const all = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        outcome(signInWithPasskey({ ...kit.ctx(), ip: `10.1.0.${i}` }, answer, browser)),
      ),
    );
    expect(all.filter((one) => one === 'ok')).toHaveLength(1);
    expect(new Set(all)).toEqual(new Set(['ok', 'invalid_credentials']));
  });

  it('spend a challenge on a wrong answer as well', async () => {
    const { challengeId, options } = await passkeySignInOptions(kit.ctx());
    const wrong = { challengeId, response: key.get(options, { unverified: true }) };
    expect(await outcome(signInWithPasskey(kit.ctx(), wrong, browser))).toBe('invalid_credentials');
    const right = { challengeId, response: key.get(options) };
    expect(await outcome(signInWithPasskey(kit.ctx(), right, browser))).toBe('invalid_credentials');
  });

  it('do not take a challenge of another purpose, another person, or five minutes ago', async () => {
    const own = await passkeyStepUpOptions(someone.ctx);
    const crossed = { challengeId: own.challengeId, response: key.get(own.options) };
    expect(await outcome(signInWithPasskey(kit.ctx(), crossed, browser))).toBe(
      'invalid_credentials',
    );
    const other = await signedInStaff(kit.ctx());
    expect(await outcome(stepUpWithPasskey(other.ctx, crossed))).toBe('invalid_credentials');
    expect(await outcome(stepUpWithPasskey(someone.ctx, await shown()))).toBe(
      'invalid_credentials',
    );
    const old = await shown();
    await advance(kit.services, minutes(5));
    expect(await outcome(signInWithPasskey(kit.ctx(), old, browser))).toBe('invalid_credentials');
  });

  it('of a disabled or reset account open nothing', async () => {
    const cli = kit.ctx(system('staff-command'));
    await disableStaff(cli, { staffId: someone.id });
    expect(await outcome(signIn())).toBe('invalid_credentials');
    const another = await signedInStaff(kit.ctx());
    const its = newKey();
    await register(another, its);
    await resetStaffFactors(cli, { staffId: another.id });
    expect(await outcome(signIn({}, its))).toBe('invalid_credentials');
  });

  it('renew the proof', async () => {
    await advance(kit.services, minutes(11));
    expect(await outcome(requireFreshFactor(someone.ctx))).toBe('step_up');
    const { challengeId, options } = await passkeyStepUpOptions(someone.ctx);
    const { token } = await stepUpWithPasskey(someone.ctx, {
      challengeId,
      response: key.get(options),
    });
    expect(token).not.toBe(someone.token);
    await requireFreshFactor(someone.ctx);
  });

  it('change with a fresh factor only', async () => {
    const [{ id } = { id: '' }] = await ownPasskeys(someone.ctx);
    const { challengeId, options } = await passkeyRegistrationOptions(someone.ctx, 'Test');
    const late = { challengeId, response: newKey().create(options), userAgent: null };
    await advance(kit.services, minutes(11));
    expect(await outcome(passkeyRegistrationOptions(someone.ctx, 'Test'))).toBe('step_up');
    expect(await outcome(addPasskey(someone.ctx, late))).toBe('step_up');
    expect(await outcome(removePasskey(someone.ctx, { id }))).toBe('step_up');
    await stepUpWithCode(someone.ctx, await staffCode(kit.ctx(), someone.totpSecret));
    const other = await signedInStaff(kit.ctx());
    expect(await outcome(removePasskey(other.ctx, { id }))).toBe('not_found');
    await removePasskey(someone.ctx, { id });
    expect(await outcome(signIn())).toBe('invalid_credentials');
  });

  it('are one person’s each: a known one is not taken over', async () => {
    const thief = await signedInStaff(kit.ctx());
    expect(await outcome(register(thief))).toBe('invalid_passkey');
    const input = await register(someone, newKey());
    expect(await outcome(addPasskey(someone.ctx, input))).toBe('invalid_passkey');
  });
});
