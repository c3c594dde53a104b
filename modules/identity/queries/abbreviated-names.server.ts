import { sql } from 'drizzle-orm';
import type { ActorOf } from '#platform/actor';
import type { Ctx } from '#platform/context';
import { isAmong } from '#platform/list-query';
import { patient } from '../tables.server';

/**
 * What a clinic may call patients before they choose it, by id: 'Sarah M.'. Shortened where the names are
 * kept, so that nobody's last name leaves the database for this. A patient who is gone is missing.
 */
export async function abbreviatedNames(
  ctx: Ctx<ActorOf<'clinic'> | ActorOf<'staff'>>,
  patientIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (patientIds.length === 0) return new Map();
  const rows = await ctx.db
    .select({
      id: patient.id,
      name: sql<string>`${patient.firstName} || ' ' || upper(left(${patient.lastName}, 1)) || '.'`,
    })
    .from(patient)
    .where(isAmong(patient.id, patientIds));
  return new Map(rows.map(({ id, name }) => [id, name]));
}
