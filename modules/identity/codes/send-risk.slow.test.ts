import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { advance } from '../../../tests/kit/clock';
import { createQueuedServices, holdCode, outcome, tryCode } from '../../../tests/kit/identity';
import type { TestServices } from '../../../tests/kit/services';
import { challengeOf, lightWork, pastCodes, setRisk, work } from '../../../tests/kit/strangers';
import { anonymous } from '#platform/base/actor';
import { withTransaction } from '#engine';
import { hours, minutes, seconds } from '#platform/base/duration';
import { newToken } from '#platform/base/ids';
import { writeSetting } from '#platform/settings/settings';
import { joinWaitingList, waitingListPlaceOf } from './waiting-list.server';
import { sendCode } from './send.server';
import { sendRisk, smsPolicy } from '../rules';
import { codeOf, newPhone } from '../testing';
import { rememberBrowser } from '../browsers.server';

interface Asking {
  readonly ip?: string;
  readonly token?: string;
  readonly proof?: string;
  readonly ticket?: string;
}

describe('what strangers meet when codes are asked for and not used', () => {
  let kit: TestServices;
  beforeEach(async () => {
    kit = await createQueuedServices();
  });
  afterEach(() => kit.close());

  const from = (ip: string) => kit.ctx(anonymous, { ip });
  const browser = newToken();
  const ask = (to: string, { ip = '10.0.0.1', token = browser, ...shown }: Asking = {}) =>
    sendCode(from(ip), { role: 'patient', phoneNumber: to, browserToken: token, ...shown });
  const send = (...args: Parameters<typeof ask>) => outcome(ask(...args));
  const areSent = (times: number) =>
    expect(kit).toHaveEnqueued('identity.send-code', {}, { times });
  const refusal = (asked: Promise<unknown>) =>
    asked.then(
      () => ({ code: 'ok', details: {} }),
      (error: { code: string; details: { reason?: string; retryAfterSeconds?: number } }) => error,
    );
  const alerts = async () =>
    (
      await kit.services.database.pool.query<{ kind: string; dial_code: string; sent: number }>(
        'select kind, dial_code, sent, verified from identity.sms_alert order by kind',
      )
    ).rows;
  const mobiles = (n: number) => Array.from({ length: n }, (_, i) => `+4479111${10_000 + i}`);
  /** A browser that signed this number in before. */
  const askKnown = async (number: string, ip = '10.0.0.2') => {
    const remembered = {
      role: 'patient',
      phone: number,
      token: null,
      sharedDevice: false,
    } as const;
    const known = await withTransaction(kit.ctx(), (tx) => rememberBrowser(tx, remembered));
    return sendCode(from(ip), {
      role: 'patient',
      phoneNumber: number,
      browserToken: null,
      known: known!.token,
    });
  };

  it('sends nothing to premium and satellite numbers and to countries that are not listed', async () => {
    await writeSetting(kit.ctx(), smsPolicy, { enabled: true, countries: ['TR', 'US', 'GB'] });
    for (const to of ['+19002345678', '+882161234567', '+79161234567'])
      expect(await send(to), to).toBe('unsupported_number');
    await areSent(0);
  });

  it('lets nobody switch a dial code off with three codes, and counts no open ones', async () => {
    const outcomes: string[] = [];
    for (const [i, to] of mobiles(30).entries())
      outcomes.push(await send(to, { ip: `10.6.${i}.1` }));
    expect(outcomes).toEqual(Array(30).fill('ok'));
  });

  it('switches the alarm on at 20 codes that expired, and at 30 % of the used ones', async () => {
    await pastCodes(kit, { dialCode: '44', unused: 19 });
    expect(await send(mobiles(3)[0]!)).toBe('ok');
    await pastCodes(kit, { dialCode: '44', unused: 1 });
    expect(await send(mobiles(3)[1]!)).toBe('proof_required');
    expect(await alerts()).toEqual([
      { kind: 'unused-codes', dial_code: '44', sent: 20, verified: 0 },
    ]);
    await pastCodes(kit, { dialCode: '44', used: 70 });
    expect(await send(mobiles(3)[1]!)).toBe('ok');
    expect(await send('+905301234567')).toBe('ok');
  });

  it('forgets after a day', async () => {
    await pastCodes(kit, { dialCode: '44', unused: 500 });
    expect(await send(mobiles(1)[0]!)).toBe('proof_required');
    await advance(kit.services, hours(24));
    expect(await send(mobiles(1)[0]!)).toBe('ok');
  });

  it('lets an honest phone through 500 unused codes from 200 addresses', async () => {
    const numbers = mobiles(500);
    for (let i = 0; i < numbers.length; i += 10)
      await Promise.all(
        numbers
          .slice(i, i + 10)
          .map((to, k) => ask(to, { ip: `10.${(i + k) % 200}.7.7`, token: newToken() })),
      );
    await areSent(500);
    await advance(kit.services, minutes(6));
    const honest = '+447911200001';
    const challenge = await challengeOf(ask(honest));
    await areSent(500);
    const { proof, hashes } = await work(challenge);
    // Every hash was made, and twice the setting is the most.
    expect(hashes).toBeGreaterThan(0);
    expect(hashes).toBeLessThanOrEqual(2 * sendRisk.defaults('test').hashes);
    const held = await ask(honest, { proof });
    const signedIn = await tryCode(
      from('10.0.0.1'),
      { phone: honest, browserToken: held.browserToken },
      await codeOf(kit.ctx(), honest),
    );
    expect(signedIn.session.token).toBeTruthy();

    const other = '+447911200002';
    const asking = { role: 'patient', browserToken: browser } as const;
    await joinWaitingList(from('10.0.0.1'), { ...asking, phoneNumber: other });
    const place = (await waitingListPlaceOf(kit.ctx(), asking))!;
    expect(place).toMatchObject({ phone: other, waitSeconds: 0 });
    expect(await send(other, { ticket: place.ticket })).toBe('ok');

    expect(await outcome(askKnown('+447911200003'))).toBe('ok');
    await areSent(503);
  }, 120_000);

  it('asks for the work of the setting on average', async () => {
    await pastCodes(kit, { dialCode: '44', unused: 20 });
    await setRisk(kit, { hashes: 100_000 });
    let total = 0;
    for (let i = 0; i < 30; i += 1) {
      const ip = `10.1.${i}.1`;
      total += (await work(await challengeOf(ask(mobiles(30)[i]!, { ip })))).hashes;
    }
    expect(total / 30).toBeGreaterThan(60_000);
    expect(total / 30).toBeLessThan(140_000);
  });

  it('refuses a dial code outside the home markets while its alarm is on, and says why', async () => {
    const [abroad, known] = ['+971501234567', '+971501234568'];
    await pastCodes(kit, { dialCode: '971', unused: 19 });
    expect(await send('+971501234569')).toBe('ok');
    await pastCodes(kit, { dialCode: '971', unused: 1 });
    expect(await refusal(ask(abroad))).toMatchObject({
      code: 'too_many_codes',
      details: { reason: 'dial_code', retryAfterSeconds: 3_600 },
    });
    expect(await outcome(askKnown(known))).toBe('ok');
    await setRisk(kit, { homeMarkets: ['AE'] });
    expect(await send(abroad)).toBe('proof_required');
  });

  describe('the cap of the site', () => {
    const cap = sendRisk.defaults('production').site;

    it('is 2,000 an hour and 20,000 a day', () =>
      expect(cap).toEqual({ perHour: 2_000, perDay: 20_000 }));

    it('makes strangers everywhere work from half of it on', async () => {
      await pastCodes(kit, { dialCode: '49', used: 999 });
      expect(await send(mobiles(2)[0]!)).toBe('ok');
      expect(await send(mobiles(2)[1]!)).toBe('proof_required');
      expect(await alerts()).toContainEqual({
        kind: 'site-busy',
        dial_code: '',
        sent: 1_000,
        verified: 0,
      });
      expect(await outcome(askKnown(mobiles(2)[1]!))).toBe('ok');
    });

    it('lets those at once have what is left of it, whatever they worked, and the known browser its own', async () => {
      await setRisk(kit, lightWork);
      await pastCodes(kit, { dialCode: '49', used: 1_975 });
      const proofs: Array<{ to: string; ip: string; proof: string }> = [];
      for (const [i, to] of mobiles(50).entries()) {
        const ip = `10.8.${i}.1`;
        proofs.push({ to, ip, proof: (await work(await challengeOf(ask(to, { ip })))).proof });
      }
      const outcomes: string[] = [];
      // As many at once as there are connections.
      for (let i = 0; i < 50; i += 10)
        outcomes.push(
          ...(await Promise.all(
            proofs.slice(i, i + 10).map(({ to, ...shown }) => send(to, shown)),
          )),
        );
      expect(outcomes.toSorted()).toEqual([
        ...Array(25).fill('ok'),
        ...Array(25).fill('too_many_codes'),
      ]);
      await areSent(25);
      expect(await alerts()).toContainEqual({
        kind: 'site-cap',
        dial_code: '',
        sent: 2_000,
        verified: 0,
      });
      const full = await refusal(ask('+905301234567'));
      expect(full).toMatchObject({ code: 'too_many_codes', details: { reason: 'site' } });
      // The oldest of them are fifty minutes old.
      expect(full.details).toMatchObject({ retryAfterSeconds: expect.any(Number) as number });
      expect((full.details as { retryAfterSeconds: number }).retryAfterSeconds).toBeLessThan(601);
      expect(await outcome(askKnown('+447911200009'))).toBe('ok');
    }, 60_000);

    it('is not reached by known browsers', async () => {
      await setRisk(kit, { site: { perHour: 10, perDay: 20 } });
      for (let i = 0; i < 12; i += 1)
        expect(await outcome(askKnown(newPhone(), `10.3.${i}.1`))).toBe('ok');
      expect(await send(newPhone())).toBe('ok');
    });
  });

  it('raises an alert when fewer than half of twenty codes are used', async () => {
    for (let i = 0; i < 21; i += 1) await send(newPhone(), { ip: `10.7.${i}.1` });
    expect(await alerts()).toEqual([
      { kind: 'low-conversion', dial_code: '1', sent: 20, verified: 0 },
    ]);
  });

  it('raises none while most are used', async () => {
    for (let i = 0; i < 22; i += 1) {
      const at = from(`10.7.${i}.1`);
      const held = await holdCode(at, newPhone());
      if (i % 3 > 0) await tryCode(at, held, held.code);
      await advance(kit.services, seconds(1));
    }
    expect(await alerts()).toEqual([]);
  });

  it('sends nothing at all while the switch is off, and says so', async () => {
    await writeSetting(kit.ctx(), smsPolicy, { enabled: false, countries: ['US'] });
    expect(await refusal(ask(newPhone()))).toMatchObject({
      code: 'unavailable',
      details: { reason: 'codes_off' },
    });
    await areSent(0);
  });

  it('is a hundred times wider in the demo, but for the work', () => {
    const [real, demo] = [sendRisk.defaults('production'), sendRisk.defaults('demo')];
    expect(demo.unused.atLeast).toBe(real.unused.atLeast * 100);
    expect(demo.site).toEqual({ perHour: 200_000, perDay: 2_000_000 });
    expect(demo.hashes).toBe(real.hashes);
    expect(sendRisk.defaults('test')).toEqual(real);
  });
});
