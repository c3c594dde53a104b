import type { ActorOf } from '#platform/base/actor';
import { audit, withTransaction } from '#engine';
import { sqlNow } from '#platform/time/clock';
import type { Ctx } from '#platform/context';
import { AppError } from '#platform/base/errors';
import { newId } from '#platform/base/ids';
import { findClinic } from '../repo.server';
import { clinicNote } from '../tables.server';

/**
 * Notes something about a clinic for the review team; the clinic never sees it. 1 to 4000 characters.
 *
 * @throws AppError `not_found`
 */
export async function addNote(
  ctx: Ctx<ActorOf<'staff'>>,
  { clinicId, text }: { clinicId: string; text: string },
): Promise<void> {
  await withTransaction(ctx, async (tx) => {
    if (!(await findClinic(tx, clinicId))) throw new AppError('not_found');
    const id = newId();
    await tx.db
      .insert(clinicNote)
      .values({ id, clinicId, staffId: ctx.actor.id, text, at: sqlNow });
    await audit(tx, {
      action: 'clinic-onboarding.note',
      object: { type: 'clinic', id: clinicId },
      facts: { noteId: id },
    });
  });
}
