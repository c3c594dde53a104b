import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hours, minutes } from '#platform/base/duration';
import { resolveSession } from './sessions.server';
import { signedInPatient } from './testing';
import { signedInClinic, verifiedClinicPhone } from '../../tests/kit/clinics';
import { advance } from '../../tests/kit/clock';
import { createQueuedServices, forgetLimits } from '../../tests/kit/identity';
import type { TestServices } from '../../tests/kit/services';

describe('the session of a clinic', () => {
  let kit: TestServices;
  beforeAll(async () => {
    kit = await createQueuedServices();
  });
  afterAll(() => kit.close());
  beforeEach(() => forgetLimits(kit));

  const rows = async (query: string, values: unknown[]) =>
    (await kit.services.database.pool.query(query, values)).rows as Array<Record<string, unknown>>;
  const seen = (token: string, renew = true) =>
    resolveSession(kit.ctx(), { principal: 'clinic', token, renew });
  const silence = async (id: string) => {
    const [row] = await rows(
      `select extract(epoch from platform.now() - last_seen_at)::int as s
       from identity.clinic_account where id = $1`,
      [id],
    );
    return row!.s as number;
  };

  it('notes when the clinic was last seen, but not by what only watches', async () => {
    const { token, clinicId } = await signedInClinic(kit.ctx(), { state: 'documents' });
    await advance(kit.services, hours(2));
    await seen(token, false);
    expect(await silence(clinicId)).toBeGreaterThan(7_000);
    await seen(token);
    expect(await silence(clinicId)).toBeLessThan(60);
  });

  it('rests 12 hours and lives 7 days', async () => {
    const { token } = await signedInClinic(kit.ctx(), { state: 'approved' });
    for (let n = 0; n < 15; n += 1) {
      await advance(kit.services, hours(11));
      expect(await seen(token)).toMatchObject({ kind: 'clinic', approved: true });
    }
    await advance(kit.services, hours(3.01));
    expect(await seen(token)).toBeNull();
    const resting = await signedInClinic(kit.ctx(), { state: 'approved' });
    await advance(kit.services, hours(12.01));
    expect(await seen(resting.token)).toBeNull();
  });

  it('is nobody’s once the account is gone', async () => {
    const { token, clinicId } = await signedInClinic(kit.ctx(), { state: 'approved' });
    await rows('delete from identity.clinic_account where id = $1', [clinicId]);
    expect(await seen(token)).toBeNull();
  });

  it('is not that of a patient with the same phone, nor the other way about', async () => {
    const patient = await signedInPatient(kit.ctx());
    await advance(kit.services, minutes(1));
    const { ctx, token } = await verifiedClinicPhone(kit.ctx(), patient.phone);
    expect(ctx.actor).toMatchObject({ kind: 'phone-verified', role: 'clinic' });
    expect(await seen(patient.token)).toBeNull();
    expect(
      await resolveSession(kit.ctx(), { principal: 'patient', token, renew: true }),
    ).toBeNull();
  });
});
