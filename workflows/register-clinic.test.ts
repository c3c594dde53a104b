import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addDocument, ownApplication } from '#modules/clinic-onboarding';
import { actAs } from '#platform/context';
import { newId } from '#platform/base/ids';
import { requiredKinds } from '#contracts/clinic-onboarding';
import { someDetails } from '../modules/clinic-onboarding/testing';
import { resolveSession } from '../modules/identity/sessions.server';
import { verifiedClinicPhone } from '../tests/kit/clinics';
import { pdfFile } from '../tests/kit/document-files';
import { createQueuedServices, forgetLimits, outcome } from '../tests/kit/identity';
import type { TestServices } from '../tests/kit/services';
import { registerClinic } from './register-clinic';

describe('a registration', () => {
  let kit: TestServices;
  beforeAll(async () => {
    kit = await createQueuedServices();
  });
  afterAll(() => kit.close());
  beforeEach(() => forgetLimits(kit));

  const rows = async (query: string, values: unknown[]) =>
    (await kit.services.database.pool.query(query, values)).rows as Array<Record<string, unknown>>;
  const license = { kind: 'medical-license', type: 'application/pdf', bytes: pdfFile() } as const;

  it('starts the clocks at once when every document lies there already', async () => {
    const { ctx } = await verifiedClinicPhone(kit.ctx());
    for (const kind of requiredKinds)
      await addDocument(ctx, { ...license, kind, name: `${kind}.pdf` });
    const { clinic } = await registerClinic(ctx, { clinicId: newId(), details: someDetails() });
    const application = await ownApplication(actAs(ctx, clinic));
    expect(application).toMatchObject({ stage: 'review', missing: [] });
    expect(application.activity.map(({ kind }) => kind)).toEqual([
      'registered',
      'documents-completed',
    ]);
  });

  it('leaves no upload behind that is under way from the same phone', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { ctx, phone } = await verifiedClinicPhone(kit.ctx());
      const clinicId = newId();
      const [upload, registration] = await Promise.all([
        outcome(addDocument(ctx, { ...license, name: 'license.pdf' })),
        outcome(registerClinic(ctx, { clinicId, details: someDetails() })),
      ]);
      expect([upload, registration]).toEqual(['ok', 'ok']);
      expect(
        await rows('select clinic_id from clinic_onboarding.document where phone = $1', [phone]),
      ).toEqual([{ clinic_id: clinicId }]);
    }
  });

  it('is all or nothing: what fails later leaves no account, no clinic and the session as it was', async () => {
    const { ctx, phone, token } = await verifiedClinicPhone(kit.ctx());
    const broken = { ...someDetails(), description: 'x'.repeat(4_001) };
    await expect(registerClinic(ctx, { clinicId: newId(), details: broken })).rejects.toThrow();
    expect(await rows('select 1 from identity.clinic_account where phone = $1', [phone])).toEqual(
      [],
    );
    expect(await rows('select 1 from clinic_onboarding.clinic where phone = $1', [phone])).toEqual(
      [],
    );
    const still = await resolveSession(kit.ctx(), { principal: 'clinic', token, renew: false });
    expect(still?.kind).toBe('phone-verified');
  });

  it('of the phone of a patient is refused', async () => {
    const { ctx } = await verifiedClinicPhone(kit.ctx());
    const actor = { ...ctx.actor, kind: 'phone-verified', role: 'patient' } as const;
    const attempt = registerClinic(actAs(ctx, actor), {
      clinicId: newId(),
      details: someDetails(),
    });
    expect(await outcome(attempt)).toBe('forbidden');
  });
});
