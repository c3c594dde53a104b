import { and, eq, isNotNull, isNull, notInArray } from 'drizzle-orm';
import type { ActorOf } from '#platform/actor';
import { audit } from '#platform/audit';
import { sqlNow } from '#platform/clock';
import { transaction, type Ctx, type TxCtx } from '#platform/context';
import { AppError } from '#platform/errors';
import { noteChecks } from '../note-checks.server';
import { lockClinic } from '../points/repo.server';
import { profileOf } from '../profile/profile-row.server';
import type { ClinicRow } from '../repo.server';
import { clinicPicture } from '../tables.server';
import { findPicture } from './change-picture';

type Named = Pick<ClinicRow, 'id' | 'doctorName'>;

/** The doctor in charge first, then those whom the clinic names besides. */
async function doctorNames(ctx: Ctx, { id, doctorName }: Named): Promise<string[]> {
  const { doctors } = await profileOf(ctx, id);
  return [doctorName, ...doctors.map(({ name }) => name)];
}

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

/**
 * Removes the pictures of doctors whom a clinic no longer names; their bytes go with the next sweep. The caller holds the
 * lock of the clinic's row, and what is waiting is counted after it.
 */
export async function removeFormerDoctors(tx: TxCtx, clinic: Named): Promise<void> {
  const { clinicId, doctorName, removedAt } = clinicPicture;
  await tx.db
    .update(clinicPicture)
    .set({ removedAt: sqlNow })
    .where(
      and(
        eq(clinicId, clinic.id),
        isNull(removedAt),
        isNotNull(doctorName),
        notInArray(doctorName, await doctorNames(tx, clinic)),
      ),
    );
}
