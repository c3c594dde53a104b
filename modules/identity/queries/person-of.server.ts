import { eq } from 'drizzle-orm';
import type { Ctx } from '#platform/context';
import { patient } from '../tables.server';

/** How to reach a patient. */
export interface Person {
  /** In full. */
  readonly name: string;
  /** E.164. */
  readonly phoneNumber: string;
  readonly email: string;
}

/** For the clinic that a patient has chosen, and for nobody else; null when the account is gone. */
export async function personOf(
  ctx: Ctx,
  { patientId }: { patientId: string },
): Promise<Person | null> {
  const [found] = await ctx.db
    .select({
      firstName: patient.firstName,
      lastName: patient.lastName,
      phoneNumber: patient.phone,
      email: patient.email,
    })
    .from(patient)
    .where(eq(patient.id, patientId));
  if (!found) return null;
  const { firstName, lastName, ...reach } = found;
  return { name: `${firstName} ${lastName}`, ...reach };
}
