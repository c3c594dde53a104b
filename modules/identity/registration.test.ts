import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withTransaction } from '#engine';
import type { ActorOf } from '#platform/base/actor';
import { actAs, type CtxOf } from '#platform/context';
import { abbreviatedNames, recordConsent, currentPatient } from './accounts.server';
import { spellingsOf } from './phone.test-table';
import { updateProfile } from './emails.server';
import { resolveSession } from './sessions.server';
import { completeRegistration, requireOwnPhone } from './sign-in.server';
import { consentsOf, newPhone, outdate, signedInPatient } from './testing';
import {
  createQueuedServices,
  holdCode,
  liftSiteBudgets,
  outcome,
  tryCode,
} from '../../tests/kit/identity';
import type { TestServices } from '../../tests/kit/services';

const profile = { firstName: 'Sarah', lastName: 'Miller', email: 'sarah@example.com' };

describe('a registration', () => {
  let kit: TestServices;
  beforeAll(async () => {
    kit = await createQueuedServices();
    await liftSiteBudgets(kit.ctx());
  });
  afterAll(() => kit.close());

  const rows = async <T>(text: string, values: unknown[] = []): Promise<T[]> =>
    (await kit.services.database.pool.query(text, values)).rows as T[];

  async function verified(phone: string): Promise<{ ctx: CtxOf<'phone-verified'>; token: string }> {
    const held = await holdCode(kit.ctx(), phone);
    const { session } = await tryCode(kit.ctx(), held, held.code);
    const { token } = session;
    const actor = await resolveSession(kit.ctx(), { principal: 'patient', token, renew: true });
    if (actor?.kind !== 'phone-verified') throw new Error('not verified');
    return { ctx: actAs(kit.ctx(), actor), token };
  }

  it('makes a patient, notes what was agreed to, and changes the session', async () => {
    const phone = newPhone();
    const { ctx, token } = await verified(phone);
    const { session, user } = await completeRegistration(ctx, { ...profile, phoneNumber: phone });
    expect(user).toEqual({ ...profile, phoneNumber: phone, hasCompleteProfile: true });
    const by = (value: string) =>
      resolveSession(kit.ctx(), { principal: 'patient', token: value, renew: true });
    expect(await by(token)).toBeNull();
    const actor = await by(session.token);
    expect(actor).toMatchObject({ kind: 'patient', phone });
    const patient = actAs(kit.ctx(), actor as ActorOf<'patient'>);
    expect(await consentsOf(patient)).toEqual(['privacy', 'terms']);
    const agree = (...kinds: Array<'health-data' | 'sharing-with-clinics'>) =>
      withTransaction(patient, (tx) => recordConsent(tx, kinds));
    await agree('health-data', 'sharing-with-clinics');
    await agree('health-data');
    expect(await consentsOf(patient)).toEqual([
      'health-data',
      'privacy',
      'sharing-with-clinics',
      'terms',
    ]);
  });

  it.each(['terms', 'privacy'] as const)(
    'is not enough for what builds on it once the %s have a new version; a sign-in agrees to that',
    async (kind) => {
      const phone = newPhone();
      const { ctx } = await signedInPatient(kit.ctx(), { phone });
      const agree = () => outcome(withTransaction(ctx, (tx) => recordConsent(tx, ['health-data'])));
      await outdate(ctx, kind);
      expect(await agree()).toBe('consent_required');
      expect(await consentsOf(ctx)).toEqual(['privacy', 'terms']);
      await kit.services.database.pool.query('delete from platform.rate_limit');
      await signedInPatient(kit.ctx(), { phone });
      await kit.services.database.pool.query('delete from platform.rate_limit');
      await signedInPatient(kit.ctx(), { phone });
      expect(await agree()).toBe('ok');
      const versions = await rows<{ kind: string }>(
        'select kind from identity.consent where patient_id = $1 and version like $2',
        [ctx.actor.id, 'before-%'],
      );
      expect(versions).toEqual([{ kind }]);
      expect(await consentsOf(ctx)).toEqual(['health-data', 'privacy', 'terms', kind].sort());
    },
  );

  it('happens once of fifty at once', async () => {
    const phone = newPhone();
    const { ctx } = await verified(phone);
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        outcome(completeRegistration(ctx, { ...profile, firstName: `N${i}`, phoneNumber: phone })),
      ),
    );
    expect(outcomes.filter((o) => o === 'ok')).toHaveLength(1);
    expect(outcomes.filter((o) => !['ok', 'already_registered'].includes(o))).toEqual([]);
    const live = `select 1 from identity.session where phone = $1 and ended_at is null`;
    expect(await rows(live, [phone])).toHaveLength(1);
  });

  it('does not write over an account that is there', async () => {
    const phone = newPhone();
    const early = await verified(phone);
    await kit.services.database.pool.query('delete from platform.rate_limit');
    const patient = await signedInPatient(kit.ctx(), { phone });
    const late = { ...profile, firstName: 'Mallory', phoneNumber: phone };
    expect(await outcome(completeRegistration(early.ctx, late))).toBe('already_registered');
    expect(await outcome(completeRegistration(patient.ctx, late))).toBe('already_registered');
    expect(await currentPatient(patient.ctx)).toMatchObject({ firstName: 'Sarah' });
  });

  it('is for the verified phone only', async () => {
    const phone = newPhone();
    const { ctx } = await verified(phone);
    const foreign = completeRegistration(ctx, { ...profile, phoneNumber: newPhone() });
    expect(await outcome(foreign)).toBe('forbidden');
    expect(await rows('select 1 from identity.patient where phone = $1', [phone])).toEqual([]);
  });

  it('lets a profile change but never its phone, in whatever spelling it is claimed', async () => {
    const { ctx, phone } = await signedInPatient(kit.ctx());
    const changed = { firstName: 'Zoë', lastName: 'O’Brien', email: 'zoe@example.com' };
    for (const spelling of spellingsOf(phone)) {
      const { firstName, lastName, email } = changed;
      expect(await updateProfile(ctx, { ...changed, phoneNumber: spelling })).toMatchObject({
        user: { firstName, lastName, email: 'sarah@example.com' },
        pendingEmail: email,
      });
      expect(await outcome(requireOwnPhone(ctx, spelling))).toBe('ok');
    }
    for (const spelling of [...spellingsOf(newPhone()), '', 'x', `${phone}1`]) {
      expect(await outcome(updateProfile(ctx, { ...profile, phoneNumber: spelling }))).toBe(
        'forbidden',
      );
    }
    expect(await currentPatient(ctx)).toEqual({
      ...changed,
      email: 'sarah@example.com',
      phoneNumber: phone,
      hasCompleteProfile: true,
    });
  });

  it.each([
    ['en', 'Sarah', 'miller', 'Sarah M.'],
    ['tr', 'Ömer', 'ışık', 'Ömer I.'],
    ['tr', 'Ada', 'inan', 'Ada İ.'],
    ['de', 'Ada', 'inan', 'Ada I.'],
    ['ar', 'أحمد', 'العتيبي', 'أحمد ع'],
    ['ar', 'منى', 'الف', 'منى ا'],
    ['en', 'Amy', '𐐨lan', 'Amy 𐐀.'],
  ])('shortens in %s %s %s to %s', async (locale, firstName, lastName, name) => {
    const { ctx } = await signedInPatient(kit.ctx(), { firstName, lastName });
    const { id } = ctx.actor;
    await rows('update identity.patient set locale = $2 where id = $1', [id, locale]);
    const names = await abbreviatedNames(ctx, { ids: [id], lock: false });
    expect(names.get(id)).toBe(name);
  });
});
