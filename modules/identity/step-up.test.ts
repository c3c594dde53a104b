import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { minutes, seconds } from '#platform/base/duration';
import { sendCode } from './codes/send.server';
import { resolveSession } from './sessions.server';
import { signIn } from './sign-in.server';
import { hasFreshFactor, requireFreshFactor, sendStepUpCode, stepUp } from './step-up.server';
import { codeOf, signedInPatient, type SignedInPatient } from './testing';
import { signedInClinic } from '../../tests/kit/clinics';
import { advance } from '../../tests/kit/clock';
import { createQueuedServices, forgetLimits, outcome } from '../../tests/kit/identity';
import type { TestServices } from '../../tests/kit/services';

describe('a fresh proof', () => {
  let kit: TestServices;
  let someone: SignedInPatient;
  beforeAll(async () => {
    kit = await createQueuedServices();
  });
  afterAll(() => kit.close());
  beforeEach(async () => {
    await forgetLimits(kit);
    someone = await signedInPatient(kit.ctx());
    await advance(kit.services, minutes(11));
  });

  const browserOf = ({ token }: { token: string }) => ({ sessionToken: token, known: null });
  const askedFor = async (who: Pick<SignedInPatient, 'ctx' | 'phone' | 'token'>) => {
    await sendStepUpCode(who.ctx, browserOf(who));
    return codeOf(kit.ctx(), who.phone);
  };

  it('is what signing in gives, for ten minutes', async () => {
    const other = await signedInPatient(kit.ctx());
    expect(await hasFreshFactor(other.ctx)).toBe(true);
    await advance(kit.services, minutes(10));
    expect(await outcome(requireFreshFactor(other.ctx))).toBe('step_up');
  });

  it('comes with a code, under a new token; the old one is dead', async () => {
    expect(await outcome(requireFreshFactor(someone.ctx))).toBe('step_up');
    const otpCode = await askedFor(someone);
    const { token, maxAgeSeconds } = await stepUp(someone.ctx, { otpCode, ...browserOf(someone) });
    const look = (value: string) =>
      resolveSession(kit.ctx(), { principal: 'patient', token: value, renew: false });
    expect(await look(someone.token)).toBeNull();
    expect(await look(token)).toMatchObject({ kind: 'patient', id: someone.ctx.actor.id });
    expect(maxAgeSeconds).toBeLessThanOrEqual(30 * 86_400 - 11 * 60);
    await requireFreshFactor(someone.ctx);
    await advance(kit.services, minutes(10));
    expect(await outcome(requireFreshFactor(someone.ctx))).toBe('step_up');
  });

  it('is the same for clinics', async () => {
    const clinic = await signedInClinic(kit.ctx(), { state: 'pending' });
    await advance(kit.services, minutes(11));
    expect(await outcome(requireFreshFactor(clinic.ctx))).toBe('step_up');
    await sendStepUpCode(clinic.ctx, browserOf(clinic));
    const otpCode = await codeOf(kit.ctx(), clinic.phone);
    await stepUp(clinic.ctx, { otpCode, ...browserOf(clinic) });
    await requireFreshFactor(clinic.ctx);
  });

  it('comes once of fifty right codes at once', async () => {
    const otpCode = await askedFor(someone);
    const all = await Promise.all(
      Array.from({ length: 50 }, () =>
        outcome(stepUp(someone.ctx, { otpCode, ...browserOf(someone) })),
      ),
    );
    expect(all.filter((one) => one === 'ok')).toHaveLength(1);
  });

  it('counts its tries where all codes count them: of fifty wrong ones five are looked at', async () => {
    const right = await askedFor(someone);
    const otpCode = right === '000000' ? '000001' : '000000';
    const all = await Promise.all(
      Array.from({ length: 50 }, () =>
        outcome(stepUp(someone.ctx, { otpCode, ...browserOf(someone) })),
      ),
    );
    expect(new Set(all)).toEqual(new Set(['invalid_code', 'locked_code']));
    const { rows } = await kit.services.database.pool.query<{ attempts: number }>(
      "select attempts from identity.otp_challenge where purpose = 'step-up' and phone = $1",
      [someone.phone],
    );
    expect(rows).toEqual([{ attempts: 5 }]);
    expect(await outcome(stepUp(someone.ctx, { otpCode: right, ...browserOf(someone) }))).toBe(
      'locked_code',
    );
  });

  it('does not take a code of a sign-in, nor a sign-in one of its own', async () => {
    const { browserToken } = await sendCode(someone.ctx, {
      role: 'patient',
      phoneNumber: someone.phone,
      browserToken: null,
    });
    const otpCode = await codeOf(kit.ctx(), someone.phone);
    const crossed = { otpCode, sessionToken: browserToken, known: null };
    expect(await outcome(stepUp(someone.ctx, crossed))).toBe('invalid_code');
    await advance(kit.services, minutes(6));
    const fresh = await askedFor(someone);
    const attempt = signIn(kit.ctx(), {
      role: 'patient',
      phoneNumber: someone.phone,
      otpCode: fresh,
      sharedDevice: false,
      browserToken: someone.token,
      sessionToken: null,
    });
    expect(await outcome(attempt)).toBe('invalid_code');
  });

  it('is of one session: a code sent for one opens no other of the same person', async () => {
    const other = await signedInPatient(kit.ctx(), { phone: someone.phone });
    await advance(kit.services, minutes(11));
    const otpCode = await askedFor(someone);
    expect(await outcome(stepUp(other.ctx, { otpCode, ...browserOf(other) }))).toBe('invalid_code');
    await stepUp(someone.ctx, { otpCode, ...browserOf(someone) });
    expect(await outcome(requireFreshFactor(other.ctx))).toBe('step_up');
  });

  it('is sent under the budgets of all codes, and the last code counts', async () => {
    const first = await askedFor(someone);
    expect(await outcome(sendStepUpCode(someone.ctx, browserOf(someone)))).toBe('resend_too_early');
    await advance(kit.services, seconds(46));
    const second = await askedFor(someone);
    if (first !== second)
      expect(await outcome(stepUp(someone.ctx, { otpCode: first, ...browserOf(someone) }))).toBe(
        'invalid_code',
      );
    await advance(kit.services, seconds(46));
    await askedFor(someone);
    await advance(kit.services, seconds(46));
    expect(await outcome(sendStepUpCode(someone.ctx, browserOf(someone)))).toBe('too_many_codes');
  });
});
