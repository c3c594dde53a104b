import { eq } from 'drizzle-orm';
import type { ActorOf } from '#platform/actor';
import type { TxCtx } from '#platform/context';
import { AppError } from '#platform/errors';
import type { ClinicDto } from '../dto';
import { clinic } from '../tables.server';

/**
 * What decides whether the acting clinic may send an offer now. It stays so until the transaction ends: whoever shuts the
 * clinic out waits, and whoever is doing so is waited for. Taken before the lock of any request, by everybody.
 *
 * @throws AppError `forbidden` for a clinic that is not approved
 */
export async function lockOfferingProfile(
  ctx: TxCtx<ActorOf<'clinic'>>,
): Promise<Pick<ClinicDto, 'specialties' | 'city'>> {
  const { specialties, city, status } = clinic;
  const [row] = await ctx.db
    .select({ specialties, city, status })
    .from(clinic)
    .where(eq(clinic.id, ctx.actor.id))
    .for('share');
  if (row?.status !== 'approved') throw new AppError('forbidden');
  return row;
}
