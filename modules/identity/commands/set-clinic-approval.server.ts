import { eq } from 'drizzle-orm';
import type { ActorOf } from '#platform/actor';
import type { TxCtx } from '#platform/context';
import { AppError } from '#platform/errors';
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

/** Ends every session of a clinic: no request gets in with one once this has committed. Returns how many. */
export const endSessionsOfClinic = (
  ctx: TxCtx<Reviewer>,
  { clinicId }: { clinicId: string },
): Promise<number> => endSessionsOf(ctx, { principal: 'clinic', subjectId: clinicId });
