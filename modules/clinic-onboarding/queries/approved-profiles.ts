import { and, eq, inArray } from 'drizzle-orm';
import type { Currency } from '#contracts/offers';
import type { Ctx } from '#platform/context';
import type { ClinicDto } from '../dto';
import { clinic, clinicProfile } from '../tables.server';

type ApprovedProfile = Pick<ClinicDto, 'clinicName' | 'specialties' | 'city'> & {
  /** The one that its offers start with. */
  readonly currency: Currency;
};

/** What decides which requests each of these clinics sees, and what its offers begin with, by id; nothing for those that are not approved. */
export async function approvedProfiles(
  ctx: Ctx,
  ids: readonly string[],
): Promise<Map<string, ApprovedProfile>> {
  if (ids.length === 0) return new Map();
  const { id, clinicName, specialties, city, status } = clinic;
  const { currency } = clinicProfile;
  const rows = await ctx.db
    .select({ id, clinicName, specialties, city, currency })
    .from(clinic)
    .leftJoin(clinicProfile, eq(clinicProfile.clinicId, id))
    .where(and(inArray(id, [...new Set(ids)]), eq(status, 'approved')));
  return new Map(
    rows.map(({ id: of, currency: chosen, ...profile }) => [
      of,
      { ...profile, currency: (chosen ?? 'USD') as Currency },
    ]),
  );
}
