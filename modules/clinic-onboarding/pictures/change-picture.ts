import { and, eq, isNull } from 'drizzle-orm';
import type { ActorOf } from '#platform/actor';
import { actorRef } from '#platform/actor';
import { audit } from '#platform/audit';
import { now, sqlNow } from '#platform/clock';
import { transaction, type Ctx, type TxCtx } from '#platform/context';
import { AppError } from '#platform/errors';
import { isId } from '#platform/ids';
import { noteChecks } from '../note-checks.server';
import { lockClinic } from '../points/repo.server';
import { addActivity, type Reviewer } from '../repo.server';
import type { PictureReview } from '../status';
import { clinicPicture } from '../tables.server';
import { removeSizes, type PictureRow } from './store.server';

/** A picture of this clinic that was not removed; the caller holds the lock of the clinic's row. */
export async function findPicture(ctx: TxCtx, clinicId: string, id: string): Promise<PictureRow> {
  const own = and(eq(clinicPicture.clinicId, clinicId), isNull(clinicPicture.removedAt));
  const [row] = isId(id)
    ? await ctx.db
        .select()
        .from(clinicPicture)
        .where(and(own, eq(clinicPicture.id, id)))
    : [];
  if (!row) throw new AppError('not_found');
  return row;
}

/**
 * Removes a picture of the acting clinic, shown or not; its bytes go with it, at the latest with the next sweep.
 *
 * @throws AppError `not_found`, also for somebody else's
 */
export async function removePicture(
  ctx: Ctx<ActorOf<'clinic'>>,
  { id }: { id: string },
): Promise<void> {
  const gone = await transaction(ctx, async (tx) => {
    const clinicId = tx.actor.id;
    await lockClinic(tx, clinicId);
    const row = await findPicture(tx, clinicId, id);
    await tx.db.update(clinicPicture).set({ removedAt: sqlNow }).where(eq(clinicPicture.id, id));
    await audit(tx, {
      action: 'clinic-onboarding.remove-picture',
      object: { type: 'clinic', id: clinicId },
      facts: { pictureId: id },
    });
    await noteChecks(tx, clinicId);
    return row;
  });
  await erasePicture(ctx, gone).catch((error: unknown) =>
    ctx.log.warn({ err: error, pictureId: id }, 'clinic-onboarding.picture-bytes-left'),
  );
}

/** Removes the bytes of a picture whose row stays; safe to repeat. */
export async function erasePicture(ctx: Ctx, { id, storageKey }: PictureRow): Promise<void> {
  await removeSizes(ctx, storageKey);
  await ctx.db.update(clinicPicture).set({ erased: true }).where(eq(clinicPicture.id, id));
}

interface Which {
  readonly clinicId: string;
  readonly pictureId: string;
}

/** Shows a picture to patients. @throws AppError `not_found`; `event_refused` when it is shown already */
export const acceptPicture = (ctx: Ctx<Reviewer>, which: Which): Promise<void> =>
  decide(ctx, which, { review: 'shown', reason: null });

/**
 * Keeps a picture from patients, or takes it away from them again; the clinic reads why.
 *
 * @throws AppError `not_found`; `event_refused` when it was refused already
 */
export const refusePicture = (
  ctx: Ctx<Reviewer>,
  { reason, ...which }: Which & { readonly reason: string },
): Promise<void> => decide(ctx, which, { review: 'refused', reason });

const kinds = { shown: 'picture-accepted', refused: 'picture-refused' } as const;

async function decide(
  ctx: Ctx<Reviewer>,
  { clinicId, pictureId }: Which,
  { review, reason }: { review: Exclude<PictureReview, 'waiting'>; reason: string | null },
): Promise<void> {
  await transaction(ctx, async (tx) => {
    await lockClinic(tx, clinicId);
    const row = await findPicture(tx, clinicId, pictureId);
    if (row.review === review) throw new AppError('event_refused');
    const at = await now(tx);
    const reviewedBy = tx.actor.kind === 'staff' ? tx.actor.id : null;
    await tx.db
      .update(clinicPicture)
      .set({ review, reason, reviewedBy, reviewedAt: at })
      .where(eq(clinicPicture.id, pictureId));
    const kind = kinds[review];
    const facts = { pictureId, ...(reason ? { reason } : {}) };
    await addActivity(tx, { clinicId, kind, at, actor: actorRef(tx.actor), facts });
    await audit(tx, {
      action: `clinic-onboarding.${kind}`,
      object: { type: 'clinic', id: clinicId },
      facts: { pictureId },
      reason: reason ?? undefined,
    });
    await noteChecks(tx, clinicId);
  });
}
