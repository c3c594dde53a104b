import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createQueuedServices,
  holdCode,
  liftSiteBudgets,
  outcome,
  tryCode,
  type HeldCode,
} from '../../../tests/kit/identity';
import { advance, resetClock } from '../../../tests/kit/clock';
import type { TestServices } from '../../../tests/kit/services';
import { minutes, seconds } from '#platform/base/duration';
import { anonymous } from '#platform/base/actor';
import { runDueTimers, readFlow } from '#engine/testing';
import { now } from '#platform/time/clock';
import { registry } from '../../../workflows/registry';
import { otpChallengeFlow } from '../projection.server';
import { codeOf, newPhone } from '../testing';
import { resendCode } from './send.server';

describe('a code', () => {
  let kit: TestServices;
  let held: HeldCode;
  let address = 0;
  const ctx = () => kit.ctx(anonymous, { ip: `10.0.0.${address}` });

  beforeAll(async () => {
    kit = await createQueuedServices();
    await liftSiteBudgets(kit.ctx());
  });
  afterAll(() => kit.close());
  beforeEach(async () => {
    await resetClock(kit.services);
    address += 1;
    held = await holdCode(ctx(), newPhone());
  });
  const rowOf = async (phone: string) =>
    (
      await kit.services.database.pool.query(
        'select * from identity.otp_challenge where phone = $1 order by created_at desc, superseded_at nulls first limit 1',
        [phone],
      )
    ).rows[0] as { id: string; attempts: number; status: string; consumed_at: Date | null };
  const sessionsOf = async (phone: string) =>
    (
      await kit.services.database.pool.query<{ n: number }>(
        'select count(*)::int n from identity.session where phone = $1',
        [phone],
      )
    ).rows[0]!.n;
  const many = (codes: (i: number) => string) =>
    Promise.all(
      // From two addresses: a single one may try thirty times.
      Array.from({ length: 50 }, (_, i) =>
        outcome(tryCode(kit.ctx(anonymous, { ip: `10.1.${address}.${i % 2}` }), held, codes(i))),
      ),
    );

  it('opens one session when it arrives fifty times at once', async () => {
    const outcomes = await many(() => held.code);
    expect(outcomes.filter((code) => code === 'ok')).toHaveLength(1);
    expect(
      outcomes.filter((code) => !['ok', 'invalid_code', 'locked_code'].includes(code)),
    ).toEqual([]);
    expect(await sessionsOf(held.phone)).toBe(1);
  });

  it('is compared with at most five of fifty guesses at once, then only a new one helps', async () => {
    const outcomes = await many(() => held.wrong);
    expect(outcomes.filter((code) => code === 'invalid_code')).toHaveLength(4);
    expect(outcomes.filter((code) => code === 'locked_code')).toHaveLength(46);
    const objectId = (await rowOf(held.phone)).id;
    await expect(kit).toBeAudited('identity.code-refused', { objectId }, { times: 5 });
    expect(await rowOf(held.phone)).toMatchObject({ attempts: 5, status: 'locked' });
    expect(await outcome(tryCode(ctx(), held, held.code))).toBe('locked_code');
    expect(await sessionsOf(held.phone)).toBe(0);
  });

  it('is good after four wrong tries and gone after the fifth', async () => {
    for (let i = 0; i < 4; i += 1)
      expect(await outcome(tryCode(ctx(), held, held.wrong))).toBe('invalid_code');
    expect(await outcome(tryCode(ctx(), held, held.code))).toBe('ok');
    expect(await rowOf(held.phone)).toMatchObject({ status: 'verified' });
    expect(await outcome(tryCode(ctx(), held, held.code))).toBe('invalid_code');
  });

  it('is locked by the fifth wrong try, which says so', async () => {
    const outcomes: string[] = [];
    for (let i = 0; i < 6; i += 1) outcomes.push(await outcome(tryCode(ctx(), held, held.wrong)));
    expect(outcomes).toEqual([
      ...Array<string>(4).fill('invalid_code'),
      'locked_code',
      'locked_code',
    ]);
  });

  it('belongs to the browser that asked: another one is refused and burns nothing', async () => {
    const others = [null, 'AAAA', held.browserToken.slice(1)];
    for (const browserToken of others)
      expect(await outcome(tryCode(ctx(), held, held.code, { browserToken }))).toBe('invalid_code');
    expect(await rowOf(held.phone)).toMatchObject({ attempts: 0 });
    expect(await outcome(tryCode(ctx(), held, held.code))).toBe('ok');
  });

  it('belongs to its purpose and its phone', async () => {
    expect(await outcome(tryCode(ctx(), held, held.code, { role: 'clinic' }))).toBe('invalid_code');
    expect(await outcome(tryCode(ctx(), held, held.code, { phoneNumber: newPhone() }))).toBe(
      'invalid_code',
    );
    expect(await rowOf(held.phone)).toMatchObject({ attempts: 0 });
  });

  it('signs a clinic in with a cookie of its own, before there is a profile', async () => {
    const clinic = await holdCode(ctx(), newPhone(), 'clinic');
    const signedIn = await tryCode(ctx(), clinic, clinic.code, { role: 'clinic' });
    expect(signedIn.user).toBeNull();
    const { rows } = await kit.services.database.pool.query(
      'select principal, phase from identity.session where id = $1',
      [signedIn.session.id],
    );
    expect(rows).toEqual([{ principal: 'clinic', phase: 'phone-verified' }]);
  });

  it.each(['', '12345', '1234567', '12345a', '１２３４５６', ' 12345'])(
    'is six digits, not %j',
    async (otpCode) => {
      expect(await outcome(tryCode(ctx(), held, otpCode))).toBe('incomplete_code');
      expect(await rowOf(held.phone)).toMatchObject({ attempts: 0 });
    },
  );

  it('expires after five minutes of the database, whatever this process thinks', async () => {
    const real = Date.now;
    Date.now = () => real() + minutes(60);
    await advance(kit.services, seconds(299));
    const early = await outcome(tryCode(ctx(), held, held.wrong));
    Date.now = real;
    expect(early).toBe('invalid_code');
    await advance(kit.services, seconds(2));
    expect(await outcome(tryCode(ctx(), held, held.code))).toBe('expired_code');
    expect(await rowOf(held.phone)).toMatchObject({ attempts: 1 });
  });

  it('is expired and erased by its durable timer too', async () => {
    const { id } = await rowOf(held.phone);
    const at = await now(ctx());
    await runDueTimers(kit.services, registry, new Date(at.getTime() + seconds(46)));
    expect(await rowOf(held.phone)).toMatchObject({ status: 'resendable' });
    await runDueTimers(kit.services, registry, new Date(at.getTime() + minutes(6)));
    expect(await rowOf(held.phone)).toMatchObject({ status: 'expired', code_cipher: null });
    expect(await readFlow(ctx(), otpChallengeFlow, id)).toMatchObject({
      status: 'done',
      timers: [],
    });
  });

  it('leaves a right code alone when an address has tried too often', async () => {
    const guess = () => tryCode(ctx(), { ...held, browserToken: 'x' }, held.wrong);
    for (let i = 0; i < 30; i += 1) expect(await outcome(guess())).toBe('invalid_code');
    expect(await outcome(guess())).toBe('too_many_requests');
    expect(await outcome(tryCode(ctx(), held, held.code))).toBe('too_many_requests');
    const elsewhere = kit.ctx(anonymous, { ip: `10.2.0.${address}` });
    expect(await outcome(tryCode(elsewhere, held, held.code))).toBe('ok');
  });

  describe('resent', () => {
    const resend = (token: string | null = held.browserToken) =>
      resendCode(ctx(), { role: 'patient', phoneNumber: held.phone, browserToken: token });

    it('not before 45 seconds, and says how long to wait', async () => {
      await advance(kit.services, seconds(20));
      await expect(resend()).rejects.toMatchObject({
        code: 'resend_too_early',
        details: { retryAfterSeconds: expect.closeTo(25, 0) as number },
      });
      await advance(kit.services, seconds(25));
      expect(await outcome(resend())).toBe('ok');
    });

    it('kills the old code and carries its wrong tries over', async () => {
      for (let i = 0; i < 3; i += 1) await outcome(tryCode(ctx(), held, held.wrong));
      await advance(kit.services, seconds(46));
      const { browserToken } = await resend();
      const code = await codeOf(ctx(), held.phone);
      expect(await rowOf(held.phone)).toMatchObject({ attempts: 3, status: 'cooling' });
      if (code !== held.code)
        expect(await outcome(tryCode(ctx(), { ...held, browserToken }, held.code))).toBe(
          'invalid_code',
        );
      expect(await outcome(tryCode(ctx(), { ...held, browserToken }, code))).toBe('ok');
    });

    it('not when it is locked', async () => {
      for (let i = 0; i < 5; i += 1) await outcome(tryCode(ctx(), held, held.wrong));
      await advance(kit.services, seconds(46));
      expect(await outcome(resend())).toBe('locked_code');
    });

    it('after it expired', async () => {
      await advance(kit.services, minutes(6));
      const { browserToken } = await resend();
      const code = await codeOf(ctx(), held.phone);
      expect(await outcome(tryCode(ctx(), { ...held, browserToken }, code))).toBe('ok');
    });

    it('to another browser it is a first code, under the same budget', async () => {
      expect(await outcome(resend(null))).toBe('resend_too_early');
      await advance(kit.services, seconds(46));
      const { browserToken } = await resend(null);
      expect(browserToken).not.toBe(held.browserToken);
      expect(await outcome(tryCode(ctx(), held, held.code))).toBe('ok');
    });
  });
});
