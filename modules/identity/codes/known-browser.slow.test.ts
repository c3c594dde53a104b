import { withTransaction } from '#engine';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { advance } from '../../../tests/kit/clock';
import {
  createQueuedServices,
  liftSiteBudgets,
  outcome,
  tryCode,
  type HeldCode,
} from '../../../tests/kit/identity';
import type { TestServices } from '../../../tests/kit/services';
import { anonymous, system } from '#platform/base/actor';
import { actAs } from '#platform/context';
import { days, hours, minutes, seconds } from '#platform/base/duration';
import { resendCode, sendCode } from './send.server';
import { endSessionsOfClinic } from '../clinics.server';
import { forgetOld } from '../privacy.server';
import { endPatientSessions } from '../patients.server';
import { codeBudgets } from '../rules';
import { codeOf, newPhone, signedInPatient, signedInStaff } from '../testing';
import { knownBrowser } from '../browsers.server';

type Role = 'patient' | 'clinic';

describe('a browser that has signed a number in before', () => {
  let kit: TestServices;
  let phone: string;
  beforeEach(async () => {
    kit = await createQueuedServices();
    await liftSiteBudgets(kit.ctx());
    phone = newPhone();
  });
  afterEach(() => kit.close());

  const home = '10.0.0.1';
  const from = (ip = home) => kit.ctx(anonymous, { ip });
  const ask = (ip: string, known: string | null = null, more: { role?: Role; to?: string } = {}) =>
    sendCode(from(ip), {
      role: more.role ?? 'patient',
      phoneNumber: more.to ?? phone,
      browserToken: null,
      known,
    });
  const holdAt = async (
    ip: string,
    known: string | null = null,
    more: { role?: Role; to?: string } = {},
  ): Promise<HeldCode> => {
    const { browserToken } = await ask(ip, known, more);
    const to = more.to ?? phone;
    const code = await codeOf(kit.ctx(), to);
    return { phone: to, browserToken, code, wrong: code === '000000' ? '000001' : '000000' };
  };
  /** Signs in and returns the browser's new `known` cookie. */
  const signInAt = async (
    ip: string,
    known: string | null = null,
    { sharedDevice = false, ...more }: { role?: Role; to?: string; sharedDevice?: boolean } = {},
  ) => {
    const held = await holdAt(ip, known, more);
    const role = more.role ?? 'patient';
    const signedIn = await tryCode(from(ip), held, held.code, { role, known, sharedDevice });
    return signedIn.known?.token ?? null;
  };
  const isKnown = async (token: string | null, role: Role = 'patient', to = phone) =>
    (await knownBrowser(kit.ctx(), { role, phone: to, token })) !== null;
  /** Strangers ask until nobody unknown gets a code any more. */
  const useUpByStrangers = async () => {
    const asked = await Promise.all(
      Array.from({ length: 40 }, (_, i) => outcome(ask(`10.1.0.${i}`))),
    );
    expect(asked).toContain('too_many_codes');
    expect(await outcome(ask('10.1.1.1'))).toBe('too_many_codes');
  };

  it('still gets its code and signs in when two strangers have asked, and when all their codes are used up', async () => {
    const known = await signInAt(home);
    await advance(kit.services, minutes(11));
    for (const stranger of ['10.2.0.1', '10.2.0.2', '10.2.0.1']) {
      await ask(stranger);
      await advance(kit.services, seconds(46));
    }
    const again = await signInAt(home, known);
    expect(again).not.toBeNull();
    await useUpByStrangers();
    await advance(kit.services, seconds(46));
    expect(await signInAt(home, again)).not.toBeNull();
  });

  it('is not needed against two strangers: their sends no longer lock a patient out', async () => {
    for (const stranger of ['10.2.0.1', '10.2.0.2', '10.2.0.1', '10.2.0.2']) {
      await ask(stranger);
      await advance(kit.services, seconds(46));
    }
    expect(await outcome(ask(home))).toBe('ok');
  });

  it('is not held back by a stranger at its own address', async () => {
    const known = await signInAt(home);
    for (let i = 0; i < 12; i += 1) {
      await outcome(ask(home));
      await outcome(ask(home, null, { to: newPhone() }));
      await advance(kit.services, seconds(46));
    }
    expect(await outcome(ask(home))).toBe('too_many_codes');
    const held = await holdAt(home, known);
    const guess = { ...held, browserToken: 'x' };
    for (let i = 0; i < 31; i += 1) await outcome(tryCode(from(), guess, held.wrong));
    expect(await outcome(tryCode(from(), held, held.code))).toBe('too_many_requests');
    expect(await outcome(tryCode(from(), held, held.code, { known }))).toBe('ok');
  });

  it('has a budget of its own, of the same size, fifty at once included', async () => {
    const known = await signInAt(home);
    const many = await Promise.all(Array.from({ length: 50 }, () => outcome(ask(home, known))));
    expect(many.filter((each) => each === 'ok')).toHaveLength(1);
    let passed = 1;
    for (let i = 0; i < 60; i += 1) {
      await advance(kit.services, minutes(20));
      if ((await outcome(ask(`10.4.0.${i}`, known))) === 'ok') passed += 1;
    }
    expect(passed).toBe(10);
    expect(await outcome(ask('10.5.0.1'))).toBe('ok');
  });

  it('has ten wrong tries a day that strangers cannot use up, and they have fifty', async () => {
    const known = await signInAt(home);
    await advance(kit.services, hours(1));
    for (let i = 0; i < 11; i += 1) {
      const held = await holdAt(`10.6.0.${i}`);
      await Promise.all(
        Array.from({ length: 9 }, (_, n) =>
          outcome(tryCode(from(`10.6.1.${n % 3}`), held, held.wrong)),
        ),
      );
    }
    await expect(kit).toBeAudited('identity.code-refused', {}, { times: 50 });
    const stranger = await holdAt('10.6.2.1');
    expect(await outcome(tryCode(from('10.6.2.1'), stranger, stranger.code))).toBe('locked_code');
    for (let i = 0; i < 2; i += 1) {
      const held = await holdAt(home, known);
      for (let n = 0; n < 4; n += 1)
        expect(await outcome(tryCode(from(), held, held.wrong, { known }))).toBe('invalid_code');
      expect(await outcome(tryCode(from(), held, held.wrong, { known }))).toBe('locked_code');
      await advance(kit.services, minutes(5));
    }
    await expect(kit).toBeAudited('identity.code-refused', {}, { times: 60 });
    await advance(kit.services, minutes(10));
    const last = await holdAt(home, known);
    expect(await outcome(tryCode(from(), last, last.code, { known }))).toBe('locked_code');
    await expect(kit).toBeAudited('identity.code-refused', {}, { times: 60 });
    await advance(kit.services, days(1));
    expect(await signInAt(home, known)).not.toBeNull();
  });

  it('a hundred wrong tries in a row end the codes for strangers; a right one starts the row anew', async () => {
    const known = await signInAt(home);
    const guessAll = async (challenges: number, net: number) => {
      for (let i = 0; i < challenges; i += 1) {
        const held = await holdAt(`10.7.${net}.${i}`);
        for (let n = 0; n < 5; n += 1)
          await outcome(tryCode(from(`10.7.${net}.${i}`), held, held.wrong));
      }
    };
    await guessAll(10, 1);
    await advance(kit.services, days(1));
    await guessAll(9, 2);
    await advance(kit.services, days(1));
    expect(await signInAt('10.7.3.1')).not.toBeNull();
    for (let day = 4; day < 6; day += 1) {
      await advance(kit.services, days(1));
      await guessAll(10, day);
    }
    await advance(kit.services, days(1));
    expect(await outcome(ask('10.7.9.1'))).toBe('too_many_codes');
    expect(await signInAt(home, known)).not.toBeNull();
    expect(await outcome(ask('10.7.9.1'))).toBe('ok');
  });

  it('is known by number and role, and by nothing that somebody planted', async () => {
    const known = await signInAt(home);
    expect(await isKnown(known)).toBe(true);
    expect(await isKnown(known, 'clinic')).toBe(false);
    expect(await isKnown(known, 'patient', newPhone())).toBe(false);
    expect(await isKnown('made-up')).toBe(false);
    const other = newPhone();
    const both = await signInAt(home, known, { role: 'clinic', to: other });
    expect(both).not.toBe(known);
    expect(await isKnown(known)).toBe(false);
    expect(await isKnown(both)).toBe(true);
    expect(await isKnown(both, 'clinic', other)).toBe(true);
    const planted = await signInAt('10.8.0.1', 'A'.repeat(43), { to: newPhone() });
    expect(planted).not.toBe('A'.repeat(43));
  });

  it('is not remembered where the device is shared, and forgotten when it becomes one', async () => {
    expect(await signInAt(home, null, { sharedDevice: true })).toBeNull();
    await advance(kit.services, seconds(46));
    const known = await signInAt(home);
    await advance(kit.services, seconds(46));
    await signInAt(home, known, { sharedDevice: true });
    expect(await isKnown(known)).toBe(false);
  });

  it('is known for 180 days after the last sign-in, and its row goes after that', async () => {
    const first = await signInAt(home);
    await advance(kit.services, days(100));
    const second = await signInAt(home, first);
    await advance(kit.services, days(179));
    expect(await isKnown(second)).toBe(true);
    await advance(kit.services, days(2));
    expect(await isKnown(second)).toBe(false);
    expect(await signInAt(home, second)).not.toBe(second);
    await forgetOld(kit.ctx());
    const { rows } = await kit.services.database.pool.query(
      'select * from identity.known_browser where phone = $1',
      [phone],
    );
    expect(rows).toHaveLength(1);
  });

  it('is known no more after signing out everywhere', async () => {
    const patient = await signedInPatient(kit.ctx(), { phone });
    await advance(kit.services, seconds(46));
    const known = await signInAt(home);
    expect(await isKnown(known)).toBe(true);
    const staff = await signedInStaff(kit.ctx());
    await endPatientSessions(staff.ctx, { patientId: patient.ctx.actor.id });
    expect(await isKnown(known)).toBe(false);
    const clinicPhone = newPhone();
    const clinic = await signInAt(home, known, { role: 'clinic', to: clinicPhone });
    const clinicId = crypto.randomUUID();
    await kit.services.database.pool.query(
      "insert into identity.clinic_account values ($1, $2, 'approved', now(), now())",
      [clinicId, clinicPhone],
    );
    await withTransaction(actAs(kit.ctx(), system('test')), (tx) =>
      endSessionsOfClinic(tx, { clinicId }),
    );
    expect(await isKnown(clinic, 'clinic', clinicPhone)).toBe(false);
  });
});

describe('a browser that holds a code', () => {
  let kit: TestServices;
  let phone: string;
  beforeEach(async () => {
    kit = await createQueuedServices();
    await liftSiteBudgets(kit.ctx(), {
      ...codeBudgets.defaults('test').address,
      sendsPerHour: 1_000,
    });
    phone = newPhone();
  });
  afterEach(() => kit.close());
  const at = () => kit.ctx(anonymous, { ip: '10.0.0.1' });
  const ask = (browserToken: string | null) =>
    sendCode(at(), { role: 'patient', phoneNumber: phone, browserToken });

  it('gets no more by asking anew with its cookie than by asking for another one', async () => {
    const { browserToken } = await ask(null);
    const outcomes: string[] = [];
    for (let i = 0; i < 3; i += 1) {
      await advance(kit.services, seconds(46));
      outcomes.push(await outcome(ask(browserToken)));
    }
    expect(outcomes).toEqual(['ok', 'ok', 'too_many_codes']);
  });

  it('counts for its address too: dropping the cookie buys nothing', async () => {
    const { browserToken } = await ask(null);
    for (let i = 0; i < 2; i += 1) {
      await advance(kit.services, seconds(46));
      await resendCode(at(), { role: 'patient', phoneNumber: phone, browserToken });
    }
    await advance(kit.services, seconds(46));
    expect(await outcome(ask(null))).toBe('too_many_codes');
  });

  it('may still replace its code when somebody at the same address has used up what that has', async () => {
    const { browserToken } = await ask(null);
    for (let i = 0; i < 4; i += 1) {
      await advance(kit.services, seconds(46));
      await outcome(ask(null));
    }
    expect(await outcome(ask(null))).toBe('too_many_codes');
    expect(
      await outcome(resendCode(at(), { role: 'patient', phoneNumber: phone, browserToken })),
    ).toBe('ok');
  });
});
