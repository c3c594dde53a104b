import { eq, sql } from 'drizzle-orm';
import { audit } from '#platform/audit';
import type { Ctx, TxCtx } from '#platform/context';
import { AppError } from '#platform/errors';
import { dispatch } from '#platform/flow';
import { applicationFlow } from '../application.flow.server';
import { unacceptedKinds } from '../evidence';
import { documentsOf, type Reviewer } from '../repo.server';
import { applicationActivity, clinic } from '../tables.server';

interface Decided {
  readonly clinicId: string;
}
interface Reasoned extends Decided {
  /** The clinic reads it; 1 to 2000 characters. */
  readonly reason: string;
}

/** Within the caller's transaction, so that the clinic's account changes with it. */
type ReviewerTx = TxCtx<Reviewer>;

/**
 * Lets a clinic in. Every required document must be accepted, also at this very moment.
 *
 * @throws AppError `not_found`, `event_refused`
 */
export async function approveApplication(ctx: ReviewerTx, { clinicId }: Decided): Promise<void> {
  await decide(ctx, clinicId, 'approve');
  // Under the flow's lock: whatever changed before it is seen, whatever comes after waits for our commit.
  const accepted = await documentsOf(ctx, clinicId);
  if (unacceptedKinds(accepted).length > 0) throw new AppError('event_refused');
  const evidence = accepted.filter(({ review }) => review === 'accepted').map(({ id }) => id);
  await record(ctx, clinicId, 'approve', { facts: { documents: evidence.join(' ') } });
}

/**
 * Turns an application down, at any time before approval.
 *
 * @throws AppError `not_found`, `event_refused`
 */
export async function rejectApplication(
  ctx: ReviewerTx,
  { clinicId, reason }: Reasoned,
): Promise<void> {
  await decide(ctx, clinicId, 'reject', reason);
  await record(ctx, clinicId, 'reject', { reason });
}

/**
 * Shuts an approved clinic out for the time being.
 *
 * @throws AppError `not_found`, `event_refused`
 */
export async function suspendClinic(
  ctx: ReviewerTx,
  { clinicId, reason }: Reasoned,
): Promise<void> {
  await decide(ctx, clinicId, 'suspend', reason);
  await record(ctx, clinicId, 'suspend', { reason });
}

/**
 * Lets a suspended clinic back in.
 *
 * @throws AppError `not_found`, `event_refused`
 */
export async function reinstateClinic(ctx: ReviewerTx, { clinicId }: Decided): Promise<void> {
  await decide(ctx, clinicId, 'reinstate');
  await record(ctx, clinicId, 'reinstate');
}

type Decision = 'approve' | 'reject' | 'suspend' | 'reinstate';

async function decide(
  ctx: ReviewerTx,
  id: string,
  decision: Decision,
  reason?: string,
): Promise<void> {
  await dispatch(ctx, applicationFlow, {
    id,
    event: { type: `clinic-onboarding.${decision}` },
  });
  if (!reason) return;
  await ctx.db.update(clinic).set({ reason }).where(eq(clinic.id, id));
  await ctx.db
    .update(applicationActivity)
    .set({ facts: { reason } })
    .where(eq(applicationActivity.id, lastActivityOf(id)));
}

/** The transition has just written it, and holds the flow's lock. */
const lastActivityOf = (clinicId: string) =>
  sql<number>`(select max(id) from ${applicationActivity} where clinic_id = ${clinicId})`;

const record = (
  ctx: Ctx,
  id: string,
  decision: Decision,
  // The row holds the last reason only, and loses it with the next decision.
  more: { facts?: Record<string, string>; reason?: string } = {},
): Promise<void> =>
  audit(ctx, {
    action: `clinic-onboarding.${decision}`,
    object: { type: 'clinic', id },
    ...more,
  });
