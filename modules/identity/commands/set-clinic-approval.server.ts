import { eq } from 'drizzle-orm';
import type { ActorOf } from '#platform/base/actor';
import type { TxCtx } from '#platform/context';
import { AppError } from '#platform/base/errors';
import { forgetBrowsers } from '../codes/browsers.server';
import { endSessionsOf } from '../sessions/end-session.server';
import { clinicAccount } from '../tables.server';

type Reviewer = ActorOf<'staff'> | ActorOf<'system'>;
type Approval = (typeof clinicAccount.$inferSelect)['approval'];

/**
 * What a clinic may from its next request on; in the transaction of the decision, which is audited there.
 * Sessions live on.
 *
 * @throws AppError `not_found`
 */
export async function setClinicApproval(
  ctx: TxCtx<Reviewer> | TxCtx<ActorOf<'clinic'>>,
  { clinicId, approval }: { clinicId: string; approval: Approval },
): Promise<void> {
  const [row] = await ctx.db
    .update(clinicAccount)
    .set({ approval })
    .where(eq(clinicAccount.id, clinicId))
    .returning({ id: clinicAccount.id });
  if (!row) throw new AppError('not_found');
}

/**
 * Ends every session of a clinic: no request gets in with one once this has committed, and no browser is known
 * after it. Returns how many.
 */
export async function endSessionsOfClinic(
  ctx: TxCtx<Reviewer>,
  { clinicId }: { clinicId: string },
): Promise<number> {
  const [account] = await ctx.db
    .select({ phone: clinicAccount.phone })
    .from(clinicAccount)
    .where(eq(clinicAccount.id, clinicId));
  if (account) await forgetBrowsers(ctx, { role: 'clinic', phone: account.phone });
  return endSessionsOf(ctx, { principal: 'clinic', subjectId: clinicId });
}
