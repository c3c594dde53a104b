import { and, eq, inArray } from 'drizzle-orm';
import type { Ctx } from '#platform/context';
import type { ClinicDto } from '../dto';
import { clinic } from '../tables.server';

/** What decides which requests each of these clinics sees, and what it is called, by id; nothing for those that are not approved. */
export async function approvedProfiles(
  ctx: Ctx,
  ids: readonly string[],
): Promise<Map<string, Pick<ClinicDto, 'clinicName' | 'specialties' | 'city'>>> {
  if (ids.length === 0) return new Map();
  const { id, clinicName, specialties, city, status } = clinic;
  const rows = await ctx.db
    .select({ id, clinicName, specialties, city })
    .from(clinic)
    .where(and(inArray(id, [...new Set(ids)]), eq(status, 'approved')));
  return new Map(rows.map(({ id: of, ...profile }) => [of, profile]));
}
