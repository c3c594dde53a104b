import { eq } from 'drizzle-orm';
import type { Ctx } from '#platform/context';
import { detached } from '../detached';
import { clinic } from '../tables.server';

/** How to reach a clinic, and where it is. */
export interface ClinicReach {
  readonly name: string;
  /** E.164; null while the clinic is off its number. */
  readonly phoneNumber: string | null;
  readonly email: string;
  /** Street, city and country in one line. */
  readonly place: string;
}

/** For the patient who has chosen a clinic, and for nobody else; null when there is no such clinic. */
export async function clinicReach(
  ctx: Ctx,
  { clinicId }: { clinicId: string },
): Promise<ClinicReach | null> {
  const { clinicName: name, phone: phoneNumber, email, address, city, country } = clinic;
  const [found] = await ctx.db
    .select({ name, phoneNumber, email, address, city, country })
    .from(clinic)
    .where(eq(clinic.id, clinicId));
  if (!found) return null;
  const { address: street, city: town, country: land, ...reach } = found;
  const number = reach.phoneNumber === detached(clinicId) ? null : reach.phoneNumber;
  return { ...reach, phoneNumber: number, place: [street, town, land].filter(Boolean).join(', ') };
}
