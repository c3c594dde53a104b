import { eq } from 'drizzle-orm';
import type { Ctx } from '#platform/context';
import { detached } from '../detached';
import { clinic, clinicProfile } from '../tables.server';

/** How to reach a clinic, and where it is. */
export interface ClinicReach {
  readonly name: string;
  /** E.164; null while the clinic is off its number. */
  readonly phoneNumber: string | null;
  readonly email: string;
  readonly address: string;
  readonly city: string;
  /** By its English name, or as the clinic wrote it. */
  readonly country: string;
  /** The doctor in charge. */
  readonly doctorName: string;
  /** What is spoken there: ISO 639-1; empty where the clinic did not say. */
  readonly languages: readonly string[];
}

/** For the patient who has chosen a clinic, and for nobody else; null when there is no such clinic. */
export async function clinicReach(
  ctx: Ctx,
  { clinicId }: { clinicId: string },
): Promise<ClinicReach | null> {
  const {
    clinicName: name,
    phone: phoneNumber,
    email,
    address,
    city,
    country,
    doctorName,
  } = clinic;
  const { languages } = clinicProfile;
  const [found] = await ctx.db
    .select({ name, phoneNumber, email, address, city, country, doctorName, languages })
    .from(clinic)
    .leftJoin(clinicProfile, eq(clinicProfile.clinicId, clinic.id))
    .where(eq(clinic.id, clinicId));
  if (!found) return null;
  const number = found.phoneNumber === detached(clinicId) ? null : found.phoneNumber;
  return { ...found, phoneNumber: number, languages: found.languages ?? [] };
}
