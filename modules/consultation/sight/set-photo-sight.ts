import { and, eq } from 'drizzle-orm';
import type { ActorOf } from '#platform/actor';
import { audit } from '#platform/audit';
import { sqlNow } from '#platform/clock';
import { transaction, type Ctx } from '#platform/context';
import { announce } from '#platform/live';
import { photoSightChanged } from '../contract';
import { photoSightEnd } from '../tables.server';
import { lockSight } from './clinic-sight';
import { forgetCopiesOf, removeFilesOf } from './remove-copies';

/**
 * The acting patient takes a clinic's sight of a request's photos, or gives it back; whoever calls knows that the request
 * is the patient's. What was taken takes effect with the commit: no view is counted after it, and the clinic's copies go.
 */
export async function setPhotoSight(
  ctx: Ctx<ActorOf<'patient'>>,
  { leadId, clinicId, allowed }: { leadId: string; clinicId: string; allowed: boolean },
): Promise<void> {
  const gone = await transaction(ctx, async (tx) => {
    await lockSight(tx, leadId);
    const end = and(eq(photoSightEnd.leadId, leadId), eq(photoSightEnd.clinicId, clinicId));
    const row = { clinicId: photoSightEnd.clinicId };
    const changed = allowed
      ? await tx.db.delete(photoSightEnd).where(end).returning(row)
      : await tx.db
          .insert(photoSightEnd)
          .values({ leadId, clinicId, at: sqlNow })
          .onConflictDoNothing()
          .returning(row);
    if (changed.length === 0) return [];
    await audit(tx, {
      action: allowed ? 'consultation.give-photo-sight' : 'consultation.take-photo-sight',
      object: { type: 'lead', id: leadId },
      facts: { clinicId },
    });
    const changedFor = { type: photoSightChanged, data: { leadId } };
    await announce(tx, `clinic:${clinicId}`, changedFor);
    await announce(tx, `patient:${ctx.actor.id}`, changedFor);
    return allowed ? [] : forgetCopiesOf(tx, { leadId, clinicId });
  });
  await removeFilesOf(ctx, gone);
}
