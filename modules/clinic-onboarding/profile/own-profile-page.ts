import { desc, eq } from 'drizzle-orm';
import type { ActorOf } from '#platform/actor';
import type { Ctx } from '#platform/context';
import { AppError } from '#platform/errors';
import { picturesOf } from '../pictures/store.server';
import { pointsAsked } from '../points/points';
import { waitingChanges } from '../points/repo.server';
import { documentsOf, type ClinicRow } from '../repo.server';
import type { ClinicDto } from '../dto';
import { toClinicDto } from '../to-dto';
import { clinic, pointChange } from '../tables.server';
import { sqlTodayText } from '../today.server';
import { isVerified, verificationsOf, type Verification } from '../verifications/verification';
import { pointsVersion } from '../versions.server';
import type { VerifiedPoints } from '../profile-fields';
import type { PictureReview, VerifiedPoint } from '../status';
import { sectionVersions } from './sections';
import { profileOf, type Profile } from './profile-row.server';

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
export async function ownClinicProfile(ctx: Ctx<ActorOf<'clinic'>>): Promise<OwnClinicProfile> {
  const { row, day } = await approvedRow(ctx);
  const [documents, profile, changes, pictures, refusals] = await Promise.all([
    documentsOf(ctx, row.id),
    profileOf(ctx, row.id),
    waitingChanges(ctx, row.id),
    picturesOf(ctx, row.id),
    refusalsOf(ctx, row.id),
  ]);
  const verifications = verificationsOf(documents, day);
  return {
    clinic: toClinicDto(row, documents),
    slug: row.slug,
    listed: row.listed,
    profile,
    verifications,
    mayOffer: isVerified(verifications),
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

async function approvedRow(ctx: Ctx<ActorOf<'clinic'>>): Promise<{ row: ClinicRow; day: string }> {
  const [found] = await ctx.db
    .select({ row: clinic, day: sqlTodayText })
    .from(clinic)
    .where(eq(clinic.id, ctx.actor.id));
  if (found?.row.status !== 'approved') throw new AppError('forbidden');
  return found;
}

/** What the acting, approved clinic edits without a check, for the forms of it. @throws AppError as {@link ownClinicProfile} */
export async function ownSections(ctx: Ctx<ActorOf<'clinic'>>) {
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
