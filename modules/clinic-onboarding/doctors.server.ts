import { and, eq, isNotNull, isNull, notInArray } from 'drizzle-orm';
import { sqlNow } from '#platform/time/clock';
import type { Ctx, TxCtx } from '#platform/context';
import { clinicPicture, clinicProfile, type clinic } from './tables.server';

type Named = Pick<typeof clinic.$inferSelect, 'id' | 'doctorName'>;

/** Whom a clinic names: the doctor in charge first, then those of its profile. */
export async function doctorNames(ctx: Ctx, { id, doctorName }: Named): Promise<string[]> {
  const [row] = await ctx.db
    .select({ doctors: clinicProfile.doctors })
    .from(clinicProfile)
    .where(eq(clinicProfile.clinicId, id));
  return [doctorName, ...(row?.doctors ?? []).map(({ name }) => name)];
}

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
