import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runJobs } from '#engine/testing';
import type { ActorOf } from '#platform/base/actor';
import { days, seconds } from '#platform/base/duration';
import { actAs, type CtxOf } from '#platform/context';
import { sendEmailProof } from './codes/send.server';
import { resolveSession } from './sessions.server';
import { completeRegistration, confirmEmailProof, signInStep } from './sign-in.server';
import { newPhone, signedInPatient } from './testing';
import { advance } from '../../tests/kit/clock';
import {
  createQueuedServices,
  holdCode,
  liftSiteBudgets,
  outcome,
  tryCode,
} from '../../tests/kit/identity';
import type { TestServices } from '../../tests/kit/services';
import { registry } from '../../workflows/registry';

describe('a number that was silent for half a year', () => {
  let kit: TestServices;
  const phone = newPhone();
  let ctx: CtxOf<'phone-verified'>;
  let token: string;
  beforeAll(async () => {
    kit = await createQueuedServices();
    await liftSiteBudgets(kit.ctx());
    await signedInPatient(kit.ctx(), { phone, email: 'first@example.com' });
    await advance(kit.services, days(179));
    const early = await holdCode(kit.ctx(), phone);
    expect((await tryCode(kit.ctx(), early, early.code)).user).not.toBeNull();
    await advance(kit.services, days(181));
    const late = await holdCode(kit.ctx(), phone);
    const signedIn = await tryCode(kit.ctx(), late, late.code);
    expect(signedIn).toMatchObject({ user: null, owesEmailProof: true });
    token = signedIn.session.token;
    const actor = await resolveSession(kit.ctx(), { principal: 'patient', token, renew: true });
    ctx = actAs(kit.ctx(), actor as ActorOf<'phone-verified'>);
    await runJobs(kit.services, registry);
    kit.ports.sent.sms.length = 0;
  });
  afterAll(() => kit.close());
  const step = () => signInStep(ctx, { role: 'patient', browserToken: null, sessionToken: token });
  const mailed = () => kit.ports.sent.mail.at(-1)!;

  it('may do no more than somebody new, and takes nothing over', async () => {
    expect(ctx.actor.kind).toBe('phone-verified');
    const takeOver = {
      phoneNumber: phone,
      firstName: 'New',
      lastName: 'Owner',
      email: 'n@example.com',
    };
    expect(await outcome(completeRegistration(ctx, takeOver))).toBe('already_registered');
    expect(await step()).toMatchObject({ step: 'proof', sent: false });
  });

  it('proves itself with a code sent to the address of the account', async () => {
    await sendEmailProof(ctx, { sessionToken: token });
    expect(await outcome(sendEmailProof(ctx, { sessionToken: token }))).toBe('resend_too_early');
    await runJobs(kit.services, registry);
    expect(kit.ports.sent.sms).toEqual([]);
    expect(mailed().to).toBe('first@example.com');
    const old = mailed().text.slice(0, 6);
    await advance(kit.services, seconds(46));
    await sendEmailProof(ctx, { sessionToken: token });
    await runJobs(kit.services, registry);
    const code = mailed().text.slice(0, 6);
    expect(await step()).toMatchObject({ step: 'proof', sent: true });
    const wrong = code === '000000' ? '000001' : '000000';
    expect(await outcome(confirmEmailProof(ctx, { otpCode: wrong, sessionToken: token }))).toBe(
      'invalid_code',
    );
    if (old !== code)
      expect(await outcome(confirmEmailProof(ctx, { otpCode: old, sessionToken: token }))).toBe(
        'invalid_code',
      );
    expect(await outcome(confirmEmailProof(ctx, { otpCode: code, sessionToken: 'another' }))).toBe(
      'invalid_code',
    );
    const { session } = await confirmEmailProof(ctx, { otpCode: code, sessionToken: token });
    const by = (value: string) =>
      resolveSession(kit.ctx(), { principal: 'patient', token: value, renew: true });
    expect(await by(token)).toBeNull();
    expect(await by(session.token)).toMatchObject({ kind: 'patient', phone });
  });

  it('is asked of sessions that owe it only', async () => {
    const held = await holdCode(kit.ctx(), newPhone());
    const { session } = await tryCode(kit.ctx(), held, held.code);
    const actor = await resolveSession(kit.ctx(), {
      principal: 'patient',
      token: session.token,
      renew: true,
    });
    const fresh = actAs(kit.ctx(), actor as ActorOf<'phone-verified'>);
    expect(await outcome(sendEmailProof(fresh, { sessionToken: session.token }))).toBe('forbidden');
  });
});
