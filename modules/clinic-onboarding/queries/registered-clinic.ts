import { and, eq } from 'drizzle-orm';
import type { ActorOf } from '#platform/base/actor';
import type { Ctx } from '#platform/context';
import { AppError } from '#platform/base/errors';
import type { ClinicDto } from '../dto';
import { documentsOf } from '../repo.server';
import { clinic } from '../tables.server';
import { toClinicDto } from '../to-dto';

/**
 * The clinic that the acting phone has registered, for the answer to the registration itself: its pre-session
 * is no clinic's yet.
 *
 * @throws AppError `not_found`
 */
export async function registeredClinic(
  ctx: Ctx<ActorOf<'phone-verified'> | ActorOf<'clinic'>>,
  { clinicId }: { clinicId: string },
): Promise<ClinicDto> {
  const own = and(eq(clinic.id, clinicId), eq(clinic.phone, ctx.actor.phone));
  const [row] = await ctx.db.select().from(clinic).where(own);
  if (!row) throw new AppError('not_found');
  return toClinicDto(row, await documentsOf(ctx, row.id));
}
