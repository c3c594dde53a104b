import { eq } from 'drizzle-orm';
import type { TxCtx } from '#platform/context';
import { isId } from '#platform/base/ids';
import { detached } from '../detached';
import { clinic } from '../tables.server';

/**
 * Whether a clinic is approved, and its account neither closed nor off its number. The answer holds until the transaction
 * ends: a suspension and the end of the account wait for it, and are waited for where they came first. Taken before the
 * lock of any request, by everybody. False for an unknown id.
 */
export async function holdApproval(
  ctx: TxCtx,
  { clinicId }: { clinicId: string },
): Promise<boolean> {
  if (!isId(clinicId)) return false;
  const [row] = await ctx.db
    .select({ status: clinic.status, phone: clinic.phone })
    .from(clinic)
    .where(eq(clinic.id, clinicId))
    .for('share');
  return row?.status === 'approved' && row.phone !== detached(clinicId);
}
