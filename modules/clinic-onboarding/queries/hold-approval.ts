import { eq } from 'drizzle-orm';
import type { TxCtx } from '#platform/context';
import { isId } from '#platform/ids';
import { clinic } from '../tables.server';

/**
 * Whether a clinic is approved. The answer holds until the transaction ends: a suspension waits for it, and is waited for
 * where it came first. Taken before the lock of any request, by everybody. False for an unknown id.
 */
export async function holdApproval(
  ctx: TxCtx,
  { clinicId }: { clinicId: string },
): Promise<boolean> {
  if (!isId(clinicId)) return false;
  const [row] = await ctx.db
    .select({ status: clinic.status })
    .from(clinic)
    .where(eq(clinic.id, clinicId))
    .for('share');
  return row?.status === 'approved';
}
