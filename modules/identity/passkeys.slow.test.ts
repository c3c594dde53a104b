import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withTransaction } from '#engine';
import { days, minutes } from '#platform/base/duration';
import {
  addPasskeyOf,
  ownPasskeysOf,
  passkeyOptionsToMake,
  removePasskeyOf,
} from './passkeys.server';
import { closeAccount } from './privacy.server';
import { resolveSession } from './sessions.server';
import {
  passkeyOptionsToSignIn,
  passkeyOptionsToStepUp,
  signInWithPasskeyOf,
  stepUpWithPasskeyOf,
} from './sign-in.server';
import { hasFreshFactor } from './step-up.server';
import { signedInPatient, type SignedInPatient } from './testing';
import { signedInClinic, type SignedInClinic } from '../../tests/kit/clinics';
import { advance } from '../../tests/kit/clock';
import { createQueuedServices, forgetLimits, outcome } from '../../tests/kit/identity';
import { SoftPasskey } from '../../tests/kit/passkey';
import type { TestServices } from '../../tests/kit/services';

type Someone = Pick<SignedInPatient | SignedInClinic, 'ctx' | 'token'>;
type Faults = Parameters<SoftPasskey['get']>[1];
type Role = 'patient' | 'clinic';

describe('passkeys of patients and clinics', () => {
  let kit: TestServices;
  let someone: SignedInPatient;
  let key: SoftPasskey;
  beforeAll(async () => {
    kit = await createQueuedServices();
  });
  afterAll(() => kit.close());
  beforeEach(async () => {
    await forgetLimits(kit);
    someone = await signedInPatient(kit.ctx());
    key = newKey();
    await register();
  });

  const newKey = () => new SoftPasskey(kit.services.env.PUBLIC_URL);
  const asked = (who: Someone) =>
    passkeyOptionsToMake(who.ctx, {
      sessionToken: who.token,
      rpName: 'Test',
      owner: { name: 'me', displayName: 'me' },
    });
  const register = async (who: Someone = someone, made = key, faults?: Faults) => {
    const { challengeId, options } = await asked(who);
    const response = made.create(options, faults);
    const input = {
      challengeId,
      response,
      label: 'Phone',
      userAgent: null,
      sessionToken: who.token,
    };
    await addPasskeyOf(who.ctx, input);
    return input;
  };
  const shown = async (faults?: Faults, made = key, role: Role = 'patient') => {
    const { challenged, browserToken } = await passkeyOptionsToSignIn(kit.ctx(), { role });
    const { challengeId, options } = challenged;
    expect(options).toMatchObject({ userVerification: 'required', allowCredentials: [] });
    return {
      role,
      challengeId,
      response: made.get(options, faults),
      browserToken,
      sessionToken: null,
      sharedDevice: false,
      known: null,
    };
  };
  const signIn = async (faults?: Faults, made = key, role: Role = 'patient') =>
    signInWithPasskeyOf(kit.ctx(), await shown(faults, made, role));
  const resolved = (token: string, principal: Role = 'patient') =>
    resolveSession(kit.ctx(), { principal, token, renew: false });

  it('sign a patient in without a number, as a fresh proof; the session that came along ends', async () => {
    const { session, user } = await signInWithPasskeyOf(kit.ctx(), {
      ...(await shown()),
      sessionToken: someone.token,
    });
    const actor = await resolved(session.token);
    expect(actor).toMatchObject({ kind: 'patient', id: someone.ctx.actor.id });
    expect(user).toMatchObject({ phoneNumber: someone.phone });
    expect(await resolved(someone.token)).toBeNull();
    expect(await hasFreshFactor({ ...someone.ctx, actor: actor as typeof someone.ctx.actor })).toBe(
      true,
    );
  });

  it('sign a clinic in, in whatever state its application is', async () => {
    for (const state of ['pending', 'approved', 'suspended'] as const) {
      const clinic = await signedInClinic(kit.ctx(), { state });
      const its = newKey();
      await register(clinic, its);
      const { session, clinic: actor } = await signIn({}, its, 'clinic');
      expect(actor).toMatchObject({ id: clinic.clinicId, approved: state === 'approved' });
      expect(await resolved(session.token, 'clinic')).toMatchObject({ kind: 'clinic' });
    }
  });

  it('open accounts of their own kind only', async () => {
    const clinic = await signedInClinic(kit.ctx(), { state: 'approved' });
    const its = newKey();
    await register(clinic, its);
    expect(await outcome(signIn({}, its, 'patient'))).toBe('invalid_credentials');
    expect(await outcome(signIn({}, key, 'clinic'))).toBe('invalid_credentials');
    const crossed = { ...(await shown()), role: 'clinic' } as const;
    expect(await outcome(signInWithPasskeyOf(kit.ctx(), crossed))).toBe('invalid_credentials');
  });

  it('open nothing of an account that was closed, before it is erased', async () => {
    const gone = await signedInPatient(kit.ctx());
    const its = newKey();
    await register(gone, its);
    const account = { kind: 'patient', id: gone.ctx.actor.id } as const;
    await withTransaction(kit.ctx(), (tx) => closeAccount(tx, account));
    expect(await outcome(signIn({}, its))).toBe('invalid_credentials');
  });

  it('are the second proof after a long silence', async () => {
    await advance(kit.services, days(181));
    const { session, owesEmailProof } = await signIn();
    expect(owesEmailProof).toBe(false);
    expect(await resolved(session.token)).toMatchObject({ kind: 'patient' });
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

  it('take a challenge once, also fifty times at once: one session', async () => {
    const answer = await shown();
    const before = await sessions();
    const all = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        outcome(signInWithPasskeyOf({ ...kit.ctx(), ip: `10.1.0.${i}` }, answer)),
      ),
    );
    expect(all.filter((one) => one === 'ok')).toHaveLength(1);
    expect(await sessions()).toBe(before + 1);
  });
  const sessions = async () =>
    (
      await kit.services.database.pool.query<{ n: number }>(
        'select count(*)::int n from identity.session where subject_id = $1',
        [someone.ctx.actor.id],
      )
    ).rows[0]!.n;

  it('take a challenge in the browser that asked, for what it was given, within five minutes', async () => {
    const { browserToken: another } = await shown();
    const stolen = { ...(await shown()), browserToken: another };
    expect(await outcome(signInWithPasskeyOf(kit.ctx(), stolen))).toBe('invalid_credentials');
    const none = { ...(await shown()), browserToken: null };
    expect(await outcome(signInWithPasskeyOf(kit.ctx(), none))).toBe('invalid_credentials');
    const stepUp = await passkeyOptionsToStepUp(someone.ctx, { sessionToken: someone.token });
    const crossed = {
      ...(await shown()),
      challengeId: stepUp.challengeId,
      response: key.get(stepUp.options),
      browserToken: someone.token,
    };
    expect(await outcome(signInWithPasskeyOf(kit.ctx(), crossed))).toBe('invalid_credentials');
    const late = await shown();
    await advance(kit.services, minutes(5));
    expect(await outcome(signInWithPasskeyOf(kit.ctx(), late))).toBe('invalid_credentials');
  });

  it('renew the proof of their own person, under a new token', async () => {
    await advance(kit.services, minutes(11));
    expect(await hasFreshFactor(someone.ctx)).toBe(false);
    const other = await signedInPatient(kit.ctx());
    const answer = async (who: SignedInPatient) => {
      const { challengeId, options } = await passkeyOptionsToStepUp(who.ctx, {
        sessionToken: who.token,
      });
      return { challengeId, response: key.get(options), sessionToken: who.token };
    };
    expect(await outcome(stepUpWithPasskeyOf(other.ctx, await answer(other)))).toBe(
      'invalid_credentials',
    );
    const { token } = await stepUpWithPasskeyOf(someone.ctx, await answer(someone));
    expect(await resolved(someone.token)).toBeNull();
    expect(await resolved(token)).not.toBeNull();
    expect(await hasFreshFactor(someone.ctx)).toBe(true);
  });

  it('are added and removed with a fresh proof, by their owner', async () => {
    const [{ _id: id } = { _id: '' }] = await ownPasskeysOf(someone.ctx);
    const { challengeId, options } = await asked(someone);
    const response = newKey().create(options);
    const late = { challengeId, response, userAgent: null, sessionToken: someone.token };
    await advance(kit.services, minutes(11));
    expect(await outcome(asked(someone))).toBe('step_up');
    expect(await outcome(addPasskeyOf(someone.ctx, late))).toBe('step_up');
    expect(await outcome(removePasskeyOf(someone.ctx, { id }))).toBe('step_up');
    const other = await signedInPatient(kit.ctx());
    expect(await outcome(removePasskeyOf(other.ctx, { id }))).toBe('not_found');
    const again = await signedInPatient(kit.ctx(), { phone: someone.phone });
    await removePasskeyOf(again.ctx, { id });
    expect(await ownPasskeysOf(again.ctx)).toEqual([]);
    expect(await outcome(signIn())).toBe('invalid_credentials');
  });

  it('are one person’s each, and a challenge to make one is good once', async () => {
    const thief = await signedInPatient(kit.ctx());
    expect(await outcome(register(thief))).toBe('invalid_passkey');
    const input = await register(someone, newKey());
    expect(await outcome(addPasskeyOf(someone.ctx, input))).toBe('invalid_passkey');
  });

  it('go with their account', async () => {
    await kit.services.database.pool.query('delete from identity.patient where id = $1', [
      someone.ctx.actor.id,
    ]);
    expect(await outcome(signIn())).toBe('invalid_credentials');
  });
});
