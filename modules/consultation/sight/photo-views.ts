import { and, asc, desc, eq } from 'drizzle-orm';
import type { ActorOf } from '#platform/actor';
import type { Ctx } from '#platform/context';
import { photo, photoSightEnd, photoView } from '../tables.server';
import type { ClinicCtx } from './clinic-sight';
import { sightHolds } from './shown-photo';

/** Ten photos, fifty clinics. */
const mostViews = 500;

export interface ClinicView {
  readonly clinicId: string;
  readonly photoId: string;
  readonly times: number;
  readonly lastAt: Date;
}

export interface PhotoViews {
  /** Latest first. */
  readonly views: ClinicView[];
  /** Clinics that may not look any more, by the patient's word; latest first. */
  readonly ended: Array<{ clinicId: string; at: Date }>;
}

/** Who looked at the photos of a request, and who may not any more; whoever asks knows that the request is the patient's. */
export async function photoViewsOf(
  ctx: Ctx<ActorOf<'patient'>>,
  { leadId }: { leadId: string },
): Promise<PhotoViews> {
  const { photoId, clinicId, times, lastAt } = photoView;
  const [views, ended] = await Promise.all([
    ctx.db
      .select({ clinicId, photoId, times, lastAt })
      .from(photoView)
      .where(eq(photoView.leadId, leadId))
      .orderBy(desc(lastAt), asc(photoId), asc(clinicId))
      .limit(mostViews),
    ctx.db
      .select({ clinicId: photoSightEnd.clinicId, at: photoSightEnd.at })
      .from(photoSightEnd)
      .where(eq(photoSightEnd.leadId, leadId))
      .orderBy(desc(photoSightEnd.at), asc(photoSightEnd.clinicId))
      .limit(mostViews),
  ]);
  return { views, ended };
}

/**
 * Ids of the photos of a request for the acting clinic, in the order they were taken in; none when the patient has taken
 * its sight of them. Whoever asks has decided that the clinic may see the request.
 */
export async function photosForClinic(
  ctx: ClinicCtx,
  { leadId }: { leadId: string },
): Promise<string[]> {
  const rows = await ctx.db
    .select({ id: photo.id })
    .from(photo)
    .where(and(eq(photo.leadId, leadId), sightHolds(ctx)))
    .orderBy(asc(photo.createdAt), asc(photo.id));
  return rows.map(({ id }) => id);
}
