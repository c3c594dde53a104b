import { and, asc, eq } from 'drizzle-orm';
import type { Ctx, TxCtx } from '#platform/context';
import { AppError } from '#platform/errors';
import { isId } from '#platform/ids';
import type { ClinicRow } from '../repo.server';
import { clinic, pointChange } from '../tables.server';

export type ChangeRow = typeof pointChange.$inferSelect;

/** Changes of a clinic that wait for their check, oldest first; those of one form by their names. */
export const waitingChanges = (ctx: Ctx, clinicId: string): Promise<ChangeRow[]> =>
  ctx.db
    .select()
    .from(pointChange)
    .where(and(eq(pointChange.clinicId, clinicId), eq(pointChange.state, 'waiting')))
    .orderBy(asc(pointChange.askedAt), asc(pointChange.point));

/**
 * The row of a clinic, with the lock under which what was verified of it and what it asks for stays. Taken after the
 * flow's, and before those of changes and pictures; documents that point at it can be stored meanwhile.
 *
 * @throws AppError `not_found`, also for an impossible id
 */
export async function lockClinic(ctx: TxCtx, clinicId: string): Promise<ClinicRow> {
  const [row] = isId(clinicId)
    ? await ctx.db.select().from(clinic).where(eq(clinic.id, clinicId)).for('no key update')
    : [];
  if (!row) throw new AppError('not_found');
  return row;
}
