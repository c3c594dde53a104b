import { and, eq, isNotNull, sql, type SQL } from 'drizzle-orm';
import { sqlNow } from '#platform/clock';
import { isId } from '#platform/ids';
import { photo, photoCopy, photoSightEnd, photoView } from '../tables.server';
import type { ClinicCtx } from './clinic-sight';

/** A photo of a request, of which the patient did not take this clinic's sight. */
export interface ShownPhoto {
  readonly id: string;
  readonly leadId: string;
  readonly patientId: string;
  /** Of the original. */
  readonly storageKey: string;
  /** Of this clinic's copy; null while there is none. */
  readonly copyKey: string | null;
  /** YYYY-MM-DD: of this clinic's first view, in UTC. */
  readonly day: string;
}

/** Of the clinic's first view: it may be this one. */
const day = sql<string>`to_char(coalesce(${photoView.firstAt}, ${sqlNow}) at time zone 'UTC', 'YYYY-MM-DD')`;

/** Null for a photo of no request, one of which the patient took the acting clinic's sight, and none at all. */
export async function findShown(ctx: ClinicCtx, id: string): Promise<ShownPhoto | null> {
  if (!isId(id)) return null;
  const own = (table: typeof photoCopy | typeof photoView) =>
    and(
      eq(table.photoId, photo.id),
      eq(table.leadId, photo.leadId),
      eq(table.clinicId, ctx.actor.id),
    );
  const [row] = await ctx.db
    .select({
      leadId: photo.leadId,
      patientId: photo.ownerId,
      storageKey: photo.storageKey,
      copyKey: photoCopy.storageKey,
      day,
    })
    .from(photo)
    .leftJoin(photoCopy, own(photoCopy))
    .leftJoin(photoView, own(photoView))
    .where(and(eq(photo.id, id), isNotNull(photo.leadId), sightHolds(ctx)));
  return row?.leadId ? { id, ...row, leadId: row.leadId } : null;
}

/** The patient did not take the acting clinic's sight of a photo. */
export const sightHolds = ({ actor }: ClinicCtx): SQL =>
  sql`not exists (select from ${photoSightEnd} e where e.lead_id = ${photo.leadId} and e.clinic_id = ${actor.id})`;
