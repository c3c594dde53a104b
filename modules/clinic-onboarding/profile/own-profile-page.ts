import { desc, eq } from 'drizzle-orm';
import type { ActorOf } from '#platform/actor';
import type { Ctx } from '#platform/context';
import { AppError } from '#platform/errors';
import { picturesOf } from '../pictures/store.server';
import { pointsAsked } from '../points/points';
import { waitingChanges } from '../points/repo.server';
import { documentsOf, ownRow } from '../repo.server';
import type { ClinicDto } from '../dto';
import { toClinicDto } from '../to-dto';
import { applicationActivity, pointChange } from '../tables.server';
import { today } from '../today.server';
import { isVerified, verificationsOf, type Verification } from '../verifications/verification';
import { pointsVersion } from '../versions.server';
import type { VerifiedPoints } from '../profile-fields';
import type { ApplicationEvent, PictureReview, VerifiedPoint } from '../status';
import { sectionVersions } from './sections';
import { profileOf, type Profile } from './profile-row.server';

/** A clinic's own page, and what its forms start with. */
export interface OwnClinicProfile {
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
  }>;
  /** Newest first. */
  readonly activity: ReadonlyArray<{
    readonly id: number;
    readonly kind: ApplicationEvent;
    readonly at: Date;
    readonly facts: Readonly<Record<string, string>>;
  }>;
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
  const row = await ownRow(ctx);
  if (row.status !== 'approved') throw new AppError('forbidden');
  const [documents, profile, changes, pictures, day, refusals, activity] = await Promise.all([
    documentsOf(ctx, row.id),
    profileOf(ctx, row.id),
    waitingChanges(ctx, row.id),
    picturesOf(ctx, row.id),
    today(ctx),
    refusalsOf(ctx, row.id),
    activityOf(ctx, row.id),
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
    pictures: pictures.map(({ id, width, height, review, reason }) => ({
      ...{ id, width, height, review, reason },
    })),
    activity,
    versions: { points: pointsVersion(row, changes), ...sectionVersions(row, profile) },
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

const shownActivities = 8;

function activityOf(ctx: Ctx, clinicId: string): Promise<OwnClinicProfile['activity']> {
  const { id, kind, at, facts } = applicationActivity;
  return ctx.db
    .select({ id, kind, at, facts })
    .from(applicationActivity)
    .where(eq(applicationActivity.clinicId, clinicId))
    .orderBy(desc(id))
    .limit(shownActivities);
}
