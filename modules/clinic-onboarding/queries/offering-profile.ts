import { eq } from 'drizzle-orm';
import type { ActorOf } from '#platform/base/actor';
import type { TxCtx } from '#platform/context';
import { AppError } from '#platform/base/errors';
import { detached } from '../detached';
import type { ClinicDto } from '../dto';
import { clinic } from '../tables.server';

/**
 * What decides whether the acting clinic may send an offer now. It stays so until the transaction ends: whoever shuts the
 * clinic out waits, and whoever is doing so is waited for. Taken before the lock of any request, by everybody.
 *
 * @throws AppError `forbidden` for a clinic that is not approved, or whose account has ended meanwhile
 */
export async function lockOfferingProfile(
  ctx: TxCtx<ActorOf<'clinic'>>,
): Promise<Pick<ClinicDto, 'specialties' | 'city'>> {
  const { specialties, city, status, phone } = clinic;
  const [row] = await ctx.db
    .select({ specialties, city, status, phone })
    .from(clinic)
    .where(eq(clinic.id, ctx.actor.id))
    .for('share');
  if (row?.status !== 'approved' || row.phone === detached(ctx.actor.id))
    throw new AppError('forbidden');
  return { specialties: row.specialties, city: row.city };
}
