import { sql } from 'drizzle-orm';
import { audit } from '#platform/audit';
import { sqlNow } from '#platform/clock';
import { transaction } from '#platform/context';
import { AppError } from '#platform/errors';
import { announce } from '#platform/live';
import { photosViewed } from '../contract';
import { photo, photoSightEnd, photoView } from '../tables.server';
import type { ClinicCtx, MaySee } from './clinic-sight';
import type { ShownPhoto } from './shown-photo';

interface Viewed extends Pick<ShownPhoto, 'id' | 'leadId' | 'patientId'> {
  readonly maySee: MaySee;
}

/**
 * Counts a view, before its bytes go, and tells the patient's open pages. The first of a clinic, photo and hour is in the
 * audit log as well. A view that ends here, because the process does, was one too many and never one too few.
 *
 * @throws AppError `not_found` when the clinic may not look, the photo is gone, or its patient has taken the clinic's sight of
 * it meanwhile
 */
export const countView = (
  ctx: ClinicCtx,
  { id, leadId, patientId, maySee }: Viewed,
): Promise<void> =>
  transaction(ctx, async (tx) => {
    if (!(await maySee(tx, leadId))) throw new AppError('not_found');
    const { rows } = await tx.db.execute<{ times: number; times_in_hour: number }>(
      viewCounted({ id, leadId, clinicId: ctx.actor.id }),
    );
    const [view] = rows;
    if (!view) throw new AppError('not_found');
    if (view.times_in_hour === 1)
      await audit(tx, {
        action: 'consultation.photo-viewed',
        object: { type: 'photo', id },
        facts: { leadId, times: view.times },
      });
    await announce(tx, `patient:${patientId}`, { type: photosViewed, data: { leadId } });
  });

/** One statement, so that views at the same moment wait for one another. Who began in the hour before counts for this one. */
const viewCounted = ({
  id,
  leadId,
  clinicId,
}: {
  id: string;
  leadId: string;
  clinicId: string;
}) => sql`
  insert into ${photoView} as v (photo_id, clinic_id, lead_id, times, first_at, last_at, hour, times_in_hour)
  select p.id, ${clinicId}::uuid, p.lead_id, 1, ${sqlNow}, ${sqlNow}, date_trunc('hour', ${sqlNow}), 1
  from ${photo} p
  where p.id = ${id} and p.lead_id = ${leadId} and not exists (
    select from ${photoSightEnd} e where e.lead_id = p.lead_id and e.clinic_id = ${clinicId})
  on conflict (photo_id, lead_id, clinic_id) do update set
    times = v.times + 1,
    last_at = greatest(v.last_at, excluded.last_at),
    hour = greatest(v.hour, excluded.hour),
    times_in_hour = case when v.hour >= excluded.hour then v.times_in_hour + 1 else 1 end
  returning times, times_in_hour`;
