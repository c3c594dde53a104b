import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { advance } from '../../../tests/kit/clock';
import {
  createQueuedServices,
  holdCode,
  liftSiteBudgets,
  outcome,
  tryCode,
} from '../../../tests/kit/identity';
import type { TestServices } from '../../../tests/kit/services';
import { anonymous } from '#platform/base/actor';
import { days, hours, minutes, seconds } from '#platform/base/duration';
import { writeSetting } from '#platform/settings/settings';
import { resendCode, sendCode } from './send.server';
import { codeBudgets } from '../rules';
import { newPhone } from '../testing';

describe('the budgets of codes, at their real values', () => {
  let kit: TestServices;
  let phone: string;
  beforeEach(async () => {
    kit = await createQueuedServices();
    phone = newPhone();
  });
  afterEach(() => kit.close());

  const from = (ip: string) => kit.ctx(anonymous, { ip });
  const send = (to = phone, ip = '10.0.0.1') =>
    outcome(sendCode(from(ip), { role: 'patient', phoneNumber: to, browserToken: null }));
  const wait = (to = phone, ip = '10.0.0.1') =>
    sendCode(from(ip), { role: 'patient', phoneNumber: to, browserToken: null }).then(
      () => 0,
      (error: { details: { retryAfterSeconds: number } }) => error.details.retryAfterSeconds,
    );
  const areSent = (times: number) =>
    expect(kit).toHaveEnqueued('identity.send-code', {}, { times });
  describe('one phone', () => {
    beforeEach(() => liftSiteBudgets(kit.ctx()));

    it('waits 45 seconds between two', async () => {
      expect(await send()).toBe('ok');
      expect(await send()).toBe('too_many_codes');
      expect(await wait()).toBeGreaterThan(40);
      await advance(kit.services, seconds(45));
      expect(await send()).toBe('ok');
    });

    it('gets one of fifty that one address asks for at once', async () => {
      const outcomes = await Promise.all(Array.from({ length: 50 }, () => send()));
      expect(outcomes.filter((o) => o === 'ok')).toHaveLength(1);
      await areSent(1);
    });

    it('gets thirty a day of a hundred addresses that ask at once, and none of a hundred more', async () => {
      const ask = (net: number) =>
        Promise.all(Array.from({ length: 100 }, (_, i) => send(phone, `10.3.${net}.${i}`)));
      expect((await ask(0)).filter((o) => o === 'ok')).toHaveLength(30);
      await advance(kit.services, hours(1));
      expect((await ask(1)).filter((o) => o === 'ok')).toHaveLength(0);
      await areSent(30);
      await advance(kit.services, hours(23));
      expect(await send(phone, '10.3.2.1')).toBe('ok');
    });

    it('gets 3 in ten minutes, 5 in an hour and 10 in a day from one address, however its spelling changes', async () => {
      const spellings = [phone, phone.slice(1), `${phone.slice(0, 2)} ${phone.slice(2)};ext=7`];
      let passed = 0;
      const attempt = async (i: number) => {
        const result = await send(spellings[i % 3]!);
        if (result === 'ok') passed += 1;
        return result;
      };
      for (let i = 0; i < 3; i += 1) {
        expect(await attempt(i)).toBe('ok');
        await advance(kit.services, minutes(1));
      }
      expect(await attempt(3)).toBe('too_many_codes');
      expect(await wait()).toBeGreaterThan(minutes(6) / 1_000);
      await advance(kit.services, minutes(10));
      for (let i = 4; i < 6; i += 1) {
        expect(await attempt(i)).toBe('ok');
        await advance(kit.services, minutes(4));
      }
      expect(passed).toBe(5);
      await advance(kit.services, minutes(8));
      expect(await attempt(6)).toBe('too_many_codes');
      await advance(kit.services, hours(1));
      for (let i = 10; i < 30; i += 1) {
        await attempt(i);
        await advance(kit.services, minutes(20));
      }
      expect(passed).toBe(10);
      expect(await wait()).toBeGreaterThan(hours(10) / 1_000);
      await advance(kit.services, days(1));
      expect(await attempt(31)).toBe('ok');
    });

    it('counts resends as sends', async () => {
      const held = await holdCode(from('10.0.0.1'), phone);
      const resend = () =>
        outcome(
          resendCode(from('10.0.0.1'), {
            role: 'patient',
            phoneNumber: phone,
            browserToken: held.browserToken,
          }),
        );
      for (const expected of ['ok', 'ok', 'too_many_codes']) {
        await advance(kit.services, seconds(46));
        expect(await resend()).toBe(expected);
      }
    });

    it('is guessed at fifty times a day at most, over all its codes', async () => {
      const real = codeBudgets.defaults('test');
      await writeSetting(kit.ctx(), codeBudgets, {
        ...real,
        // So that the tries, not the codes, run out.
        phone: { ...real.phone, perDay: 100, perDayOverall: 100 },
      });
      for (let challenge = 0; challenge < 12; challenge += 1) {
        const at = from(`10.5.${challenge}.1`);
        const held = await holdCode(at, phone);
        for (let i = 0; i < 5; i += 1) await outcome(tryCode(at, held, held.wrong));
        await advance(kit.services, hours(1));
      }
      await expect(kit).toBeAudited('identity.code-refused', {}, { times: 50 });
      const at = from('10.5.99.1');
      const held = await holdCode(at, phone);
      expect(await outcome(tryCode(at, held, held.code))).toBe('locked_code');
      await advance(kit.services, days(1));
      const tomorrow = await holdCode(at, phone);
      expect(await outcome(tryCode(at, tomorrow, tomorrow.code))).toBe('ok');
    });
  });

  describe('one address', () => {
    beforeEach(() => liftSiteBudgets(kit.ctx()));

    it('asks for 10 codes an hour', async () => {
      const phones = Array.from({ length: 5 }, () => newPhone());
      for (const to of phones) expect(await send(to)).toBe('ok');
      await advance(kit.services, minutes(1));
      for (const to of phones) expect(await send(to)).toBe('ok');
      await advance(kit.services, minutes(1));
      expect(await send(phones[0])).toBe('too_many_codes');
      expect(await send(phones[0], '10.0.0.2')).toBe('ok');
      await advance(kit.services, hours(1));
      expect(await send(phones[1])).toBe('ok');
    });

    it('asks for 5 phones an hour, a /64 counting as one address', async () => {
      const outcomes: string[] = [];
      for (let i = 0; i < 6; i += 1)
        outcomes.push(await send(newPhone(), `2001:db8:1:2::${(i + 1).toString(16)}`));
      expect(outcomes).toEqual(['ok', 'ok', 'ok', 'ok', 'ok', 'too_many_codes']);
      expect(await send(newPhone(), '2001:db8:1:3::1')).toBe('ok');
    });

    it('asks for 3 countries a day', async () => {
      const abroad = ['+905301234567', '+4915112345678', '+353851234567', '+34612345678'];
      const outcomes: string[] = [];
      for (const to of abroad) {
        outcomes.push(await send(to));
        await advance(kit.services, hours(2));
      }
      expect(outcomes).toEqual(['ok', 'ok', 'ok', 'too_many_codes']);
    });
  });

  it('lets a hundred times more from one address in the demo, and no more to one phone', () => {
    const [real, demo] = [codeBudgets.defaults('production'), codeBudgets.defaults('demo')];
    expect(demo.phone).toEqual(real.phone);
    expect(demo.address.sendsPerHour).toBe(real.address.sendsPerHour * 100);
    expect(codeBudgets.defaults('test')).toEqual(real);
  });

  it('sends nothing when the database is away', async () => {
    const away = await createQueuedServices();
    const ctx = away.ctx();
    await away.close();
    await expect(
      sendCode(ctx, { role: 'patient', phoneNumber: phone, browserToken: null }),
    ).rejects.toThrow();
    expect(away.ports.sent.sms).toEqual([]);
  });
});
