import { eq } from 'drizzle-orm';
import type { ActorOf } from '#platform/actor';
import { audit } from '#platform/audit';
import { transaction, type Ctx } from '#platform/context';
import { AppError } from '#platform/errors';
import { doctorNames } from '../doctors.server';
import { noteChecks } from '../note-checks.server';
import { lockClinic } from '../points/repo.server';
import { clinicPicture } from '../tables.server';
import { findPicture } from './change-picture';

/**
 * Says which doctor a picture of the acting clinic shows; null: none. Staff look at it anew before patients see it.
 *
 * @throws AppError `not_found`, also for a picture of another clinic; `validation_failed` for a name that the clinic does
 * not give
 */
export const nameDoctor = (
  ctx: Ctx<ActorOf<'clinic'>>,
  { id, doctorName }: { readonly id: string; readonly doctorName: string | null },
): Promise<void> =>
  transaction(ctx, async (tx) => {
    const clinic = await lockClinic(tx, tx.actor.id);
    const picture = await findPicture(tx, clinic.id, id);
    if (picture.doctorName === doctorName) return;
    if (doctorName !== null && !(await doctorNames(tx, clinic)).includes(doctorName))
      throw new AppError('validation_failed', { fields: { doctorName: ['error.invalid_value'] } });
    const unseen = { review: 'waiting', reason: null, reviewedBy: null, reviewedAt: null } as const;
    await tx.db
      .update(clinicPicture)
      .set({ doctorName, ...unseen })
      .where(eq(clinicPicture.id, id));
    await audit(tx, {
      action: 'clinic-onboarding.name-doctor-of-picture',
      object: { type: 'clinic', id: clinic.id },
      facts: { pictureId: id },
    });
    await noteChecks(tx, clinic.id);
  });
