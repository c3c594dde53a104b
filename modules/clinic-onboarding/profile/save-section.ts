import { eq } from 'drizzle-orm';
import type { ActorOf } from '#platform/actor';
import { audit } from '#platform/audit';
import { transaction, type Ctx } from '#platform/context';
import { AppError } from '#platform/errors';
import { removeFormerDoctors } from '../doctors.server';
import { noteChecks } from '../note-checks.server';
import { lockClinic } from '../points/repo.server';
import type { BillingDetails, ClinicInfo, Doctor, PrivacyChoices } from '../profile-fields';
import { clinic, clinicProfile } from '../tables.server';
import { profileOf } from './profile-row.server';
import { sectionVersions, type Section } from './sections';

type Clinic = Ctx<ActorOf<'clinic'>>;
/** Of what the form showed. */
interface Shown {
  readonly version: string;
}

/**
 * What the acting, approved clinic says of itself without a check, and the currency that its offers start with.
 *
 * @throws AppError `event_refused` for a clinic that is not approved; `version_conflict` when it is another than the form
 * showed. So do the commands below.
 */
export const saveInfo = (
  ctx: Clinic,
  { version, website, experience, description, languages, currency }: ClinicInfo & Shown,
): Promise<void> =>
  save(ctx, 'info', version, {
    row: { website, experience, description },
    profile: { languages, currency },
  });

/** Who treats there, as the clinic says; pictures of whom it no longer names are removed. @throws AppError as {@link saveInfo} */
export const saveDoctors = (
  ctx: Clinic,
  { version, doctors }: { readonly doctors: Doctor[] } & Shown,
): Promise<void> => save(ctx, 'doctors', version, { profile: { doctors } });

/** Whom invoices go to. @throws AppError as {@link saveInfo} */
export const saveBilling = (
  ctx: Clinic,
  { version, company, taxNumber, address }: BillingDetails & Shown,
): Promise<void> =>
  save(ctx, 'billing', version, {
    profile: {
      billingCompany: company,
      billingTaxNumber: taxNumber,
      billingAddress: address,
    },
  });

/** What of it everybody sees. @throws AppError as {@link saveInfo} */
export const savePrivacy = (
  ctx: Clinic,
  { version, listed, showsAddress }: PrivacyChoices & Shown,
): Promise<void> => save(ctx, 'privacy', version, { row: { listed }, profile: { showsAddress } });

interface Written {
  readonly row?: Partial<typeof clinic.$inferInsert>;
  readonly profile: Partial<typeof clinicProfile.$inferInsert>;
}

/** The lock of the clinic's row lets the saves of one clinic come one after the other. */
const save = (
  ctx: Clinic,
  section: Section,
  version: string,
  { row, profile }: Written,
): Promise<void> =>
  transaction(ctx, async (tx) => {
    const clinicId = tx.actor.id;
    const before = await lockClinic(tx, clinicId);
    if (before.status !== 'approved') throw new AppError('event_refused');
    if (sectionVersions(before, await profileOf(tx, clinicId))[section] !== version)
      throw new AppError('version_conflict');
    if (row) await tx.db.update(clinic).set(row).where(eq(clinic.id, clinicId));
    await tx.db
      .insert(clinicProfile)
      .values({ clinicId, ...profile })
      .onConflictDoUpdate({ target: clinicProfile.clinicId, set: profile });
    if (section === 'doctors') {
      await removeFormerDoctors(tx, before);
      await noteChecks(tx, clinicId);
    }
    await audit(tx, {
      action: 'clinic-onboarding.save-profile',
      object: { type: 'clinic', id: clinicId },
      facts: { section },
    });
  });
