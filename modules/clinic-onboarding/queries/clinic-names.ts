import type { Ctx } from '#platform/context';
import { isAmong } from '#platform/list-query';
import { clinic } from '../tables.server';

/** What clinics are called, by id; one that is unknown is missing. */
export async function clinicNames(
  ctx: Ctx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.db
    .select({ id: clinic.id, name: clinic.clinicName })
    .from(clinic)
    .where(isAmong(clinic.id, ids));
  return new Map(rows.map(({ id, name }) => [id, name]));
}
