import { eq } from 'drizzle-orm';
import type { Ctx } from '#platform/context';
import type { User } from './user-dto';
import { isSilent } from './silence.server';
import { patient } from './tables.server';

export type PatientRow = typeof patient.$inferSelect;

export const toUser = (
  row: Pick<PatientRow, 'phone' | 'firstName' | 'lastName' | 'email'>,
): User => ({
  phoneNumber: row.phone,
  firstName: row.firstName,
  lastName: row.lastName,
  email: row.email,
  hasCompleteProfile: true,
});

/** The patient of a verified phone, and whether the account was silent so long that the number may be recycled. */
export async function findByPhone(
  ctx: Ctx,
  phone: string,
): Promise<{ row: PatientRow; dormant: boolean } | null> {
  const [found] = await ctx.db
    .select({ row: patient, dormant: await isSilent(ctx, patient.lastSeenAt) })
    .from(patient)
    .where(eq(patient.phone, phone));
  return found ?? null;
}
