import { desc, eq } from 'drizzle-orm';
import type { Currency } from '#contracts/offers';
import { audit, withTransaction } from '#engine';
import { AppError } from '#platform/base/errors';
import type { Ctx, CtxOf } from '#platform/context';
import { readSetting } from '#platform/settings/settings';
import { sqlTodayText } from '#platform/time/clock';
import { picturesOf } from './pictures.server';
import { lockClinic, pointsAsked, removeFormerDoctors, waitingChanges } from './points.server';
import type {
  BillingDetails,
  ClinicInfo,
  Doctor,
  PrivacyChoices,
  VerifiedPoints,
} from './profile-schemas';
import { noteChecks } from './projection.server';
import { type ClinicRow, documentsOf, toClinicDto } from './queries.server';
import { documentRequirements, legalKindsOf } from './rules';
import type { ClinicDto, RequiredKind } from './schemas';
import { clinic, clinicProfile, pointChange } from './tables.server';
import { type Language, type PictureReview, requiredWith, type VerifiedPoint } from './values';
import {
  formVersion,
  isVerified,
  pointsVersion,
  type Verification,
  verificationsOf,
} from './verifications.server';

/** Versions of the forms by what each of them shows. */
const sectionVersions = (
  { website, experience, description, listed }: ClinicRow,
  { doctors, languages, currency, showsAddress, billing }: Profile,
) => ({
  info: formVersion({ website, experience, description, languages, currency }),
  doctors: formVersion({ doctors }),
  billing: formVersion(billing),
  privacy: formVersion({ listed, showsAddress }),
});
export type Section = keyof ReturnType<typeof sectionVersions>;

export interface Profile {
  readonly doctors: readonly Doctor[];
  readonly languages: readonly Language[];
  readonly currency: Currency;
  readonly showsAddress: boolean;
  readonly billing: {
    readonly company: string;
    readonly taxNumber: string;
    readonly address: string;
  };
}

type Row = typeof clinicProfile.$inferSelect;

/** What a clinic that never chose anything has chosen. */
export const toProfile = (row: Row | null | undefined): Profile => ({
  doctors: row?.doctors ?? [],
  languages: (row?.languages ?? []) as Language[],
  currency: (row?.currency ?? 'USD') as Currency,
  showsAddress: row?.showsAddress ?? true,
  billing: {
    company: row?.billingCompany ?? '',
    taxNumber: row?.billingTaxNumber ?? '',
    address: row?.billingAddress ?? '',
  },
});

/** The caller has shown that it may see all of it. */
export async function profileOf(ctx: Ctx, clinicId: string): Promise<Profile> {
  const [row] = await ctx.db
    .select()
    .from(clinicProfile)
    .where(eq(clinicProfile.clinicId, clinicId));
  return toProfile(row);
}

/** The currency in which a clinic's new offers start: its own choice, or US dollars. */
export async function offerCurrencyOf(ctx: Ctx, clinicId: string): Promise<Currency> {
  const [row] = await ctx.db
    .select({ currency: clinicProfile.currency })
    .from(clinicProfile)
    .where(eq(clinicProfile.clinicId, clinicId));
  return (row?.currency ?? 'USD') as Currency;
}

/** A clinic's own page, and what its forms start with. */
interface OwnClinicProfile {
  readonly clinic: ClinicDto;
  /** The last part of its public address. */
  readonly slug: string | null;
  readonly listed: boolean;
  readonly profile: Profile;
  readonly verifications: readonly Verification[];
  /** New offers may be sent. */
  readonly mayOffer: boolean;
  /** Kinds that a law requires of it, now or from a later day on. */
  readonly legal: readonly RequiredKind[];
  /** Changes of verified points that wait for their check. */
  readonly changes: ReadonlyArray<{
    readonly point: VerifiedPoint;
    readonly value: string | string[];
    readonly askedAt: Date;
  }>;
  /** The last refusal of a change, per point that has no newer decision and nothing waiting. */
  readonly refusals: ReadonlyArray<{
    readonly point: VerifiedPoint;
    readonly value: string | string[];
    readonly decidedAt: Date;
    readonly reason: string;
  }>;
  readonly points: VerifiedPoints;
  readonly pictures: ReadonlyArray<{
    readonly id: string;
    readonly width: number;
    readonly height: number;
    readonly review: PictureReview;
    readonly reason: string | null;
    /** Whom it shows; null: its rooms and the house. */
    readonly doctorName: string | null;
  }>;
  /** YYYY-MM-DD: what the last days of verifications are held against. */
  readonly today: string;
  /** What each form sends along, so that it overwrites nothing that it did not show. */
  readonly versions: Readonly<
    Record<'points' | 'info' | 'doctors' | 'billing' | 'privacy', string>
  >;
}

/**
 * The acting, approved clinic with everything that its profile shows.
 *
 * @throws AppError `forbidden` for a clinic that is not approved
 */
export async function ownClinicProfile(ctx: CtxOf<'clinic'>): Promise<OwnClinicProfile> {
  const { row, day } = await approvedRow(ctx);
  const [documents, profile, changes, pictures, refusals] = await Promise.all([
    documentsOf(ctx, row.id),
    profileOf(ctx, row.id),
    waitingChanges(ctx, row.id),
    picturesOf(ctx, row.id),
    refusalsOf(ctx, row.id),
  ]);
  const verifications = verificationsOf(documents, day);
  const legal = legalKindsOf(await readSetting(ctx, documentRequirements), row, day);
  return {
    clinic: toClinicDto(row, documents),
    slug: row.slug,
    listed: row.listed,
    profile,
    verifications,
    mayOffer: isVerified(verifications, requiredWith(legal)),
    legal,
    changes: changes.map(({ point, value, askedAt }) => ({ point, value, askedAt })),
    refusals: refusals.filter(({ point }) => !changes.some((change) => change.point === point)),
    points: pointsAsked(row, changes),
    pictures: pictures.map(({ id, width, height, review, reason, doctorName }) => ({
      ...{ id, width, height, review, reason, doctorName },
    })),
    today: day,
    versions: { points: pointsVersion(row, changes), ...sectionVersions(row, profile) },
  };
}

async function approvedRow(ctx: CtxOf<'clinic'>): Promise<{ row: ClinicRow; day: string }> {
  const [found] = await ctx.db
    .select({ row: clinic, day: sqlTodayText })
    .from(clinic)
    .where(eq(clinic.id, ctx.actor.id));
  if (found?.row.status !== 'approved') throw new AppError('forbidden');
  return found;
}

/** What the acting, approved clinic edits without a check, for the forms of it. @throws AppError as {@link ownClinicProfile} */
export async function ownSections(ctx: CtxOf<'clinic'>) {
  const { row } = await approvedRow(ctx);
  const profile = await profileOf(ctx, row.id);
  const { website, experience, description, listed, slug, doctorName } = row;
  return {
    ...{ website, experience, description, listed, slug, doctorName },
    profile,
    versions: sectionVersions(row, profile),
  };
}

/** Of each point the last decision, where it was a refusal. */
async function refusalsOf(ctx: Ctx, clinicId: string): Promise<OwnClinicProfile['refusals']> {
  const { point, value, state, decidedAt, reason } = pointChange;
  const rows = await ctx.db
    .selectDistinctOn([point], { point, value, state, decidedAt, reason })
    .from(pointChange)
    .where(eq(pointChange.clinicId, clinicId))
    .orderBy(point, desc(pointChange.askedAt), desc(pointChange.id));
  return rows.flatMap((one) =>
    one.state === 'refused' && one.decidedAt && one.reason
      ? [{ point: one.point, value: one.value, decidedAt: one.decidedAt, reason: one.reason }]
      : [],
  );
}

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
  ctx: CtxOf<'clinic'>,
  { version, website, experience, description, languages, currency }: ClinicInfo & Shown,
): Promise<void> =>
  save(ctx, 'info', version, {
    row: { website, experience, description },
    profile: { languages, currency },
  });

/** Who treats there, as the clinic says; pictures of whom it no longer names are removed. @throws AppError as {@link saveInfo} */
export const saveDoctors = (
  ctx: CtxOf<'clinic'>,
  { version, doctors }: { readonly doctors: Doctor[] } & Shown,
): Promise<void> => save(ctx, 'doctors', version, { profile: { doctors } });

/** Whom invoices go to. @throws AppError as {@link saveInfo} */
export const saveBilling = (
  ctx: CtxOf<'clinic'>,
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
  ctx: CtxOf<'clinic'>,
  { version, listed, showsAddress }: PrivacyChoices & Shown,
): Promise<void> => save(ctx, 'privacy', version, { row: { listed }, profile: { showsAddress } });

interface Written {
  readonly row?: Partial<typeof clinic.$inferInsert>;
  readonly profile: Partial<typeof clinicProfile.$inferInsert>;
}

/** The lock of the clinic's row lets the saves of one clinic come one after the other. */
const save = (
  ctx: CtxOf<'clinic'>,
  section: Section,
  version: string,
  { row, profile }: Written,
): Promise<void> =>
  withTransaction(ctx, async (tx) => {
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
      details: { section },
    });
  });
