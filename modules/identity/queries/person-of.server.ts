import { eq } from 'drizzle-orm';
import type { Ctx } from '#platform/context';
import { isAmong } from '#platform/lists/list-query';
import { isDetached, numberOf } from '../detached';
import { patient } from '../tables.server';

/** How to reach a patient. */
export interface Person {
  /** In full. */
  readonly name: string;
  /** E.164; null while the account is off its number. */
  readonly phoneNumber: string | null;
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
  const phoneNumber = numberOf(reach.phoneNumber);
  return { name: `${firstName} ${lastName}`, email: reach.email, phoneNumber };
}

/** Phones (E.164) of patients, by id: for the clinic that each of them has chosen, and for nobody else. One statement. */
export async function phonesOf(
  ctx: Ctx,
  patientIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (patientIds.length === 0) return new Map();
  const rows = await ctx.db
    .select({ id: patient.id, phone: patient.phone })
    .from(patient)
    .where(isAmong(patient.id, patientIds));
  return new Map(
    rows.filter(({ phone }) => !isDetached(phone)).map(({ id, phone }) => [id, phone]),
  );
}
