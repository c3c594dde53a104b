import { eq } from 'drizzle-orm';
import { audit } from '#platform/audit';
import type { Ctx, TxCtx } from '#platform/context';
import { AppError } from '#platform/errors';
import { dispatch } from '#platform/flow';
import { applicationFlow } from '../application.flow.server';
import { unacceptedKinds } from '../evidence';
import {
  documentsOf,
  findClinic,
  tellOfLastActivity,
  type DocumentRow,
  type Reviewer,
} from '../repo.server';
import { requireSameApplication, type LookedAt } from '../sights.server';
import { clinic } from '../tables.server';

interface Decided {
  readonly clinicId: string;
}
interface LookedUpon extends Decided {
  /** Of the record that was looked at; what this person was last shown when absent. */
  readonly version?: LookedAt;
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
 * @throws AppError `not_found`, `event_refused`; `version_conflict` when the clinic changed something since
 */
export async function approveApplication(
  ctx: ReviewerTx,
  { clinicId, version }: LookedUpon,
): Promise<void> {
  await requireSame(ctx, clinicId, version);
  await decide(ctx, clinicId, 'approve');
  // Under the flow's lock: whatever changed before it is seen, whatever comes after waits for our commit.
  const accepted = await requireSame(ctx, clinicId, version, 'decided');
  if (unacceptedKinds(accepted).length > 0) throw new AppError('event_refused');
  const evidence = accepted.filter(({ review }) => review === 'accepted').map(({ id }) => id);
  await record(ctx, clinicId, 'approve', { facts: { documents: evidence.join(' ') } });
}

/**
 * Turns an application down, at any time before approval.
 *
 * @throws AppError `not_found`, `event_refused`; `version_conflict` when the clinic changed something since
 */
export async function rejectApplication(
  ctx: ReviewerTx,
  { clinicId, reason, version }: Reasoned & LookedUpon,
): Promise<void> {
  await requireSame(ctx, clinicId, version);
  await decide(ctx, clinicId, 'reject', reason);
  await requireSame(ctx, clinicId, version, 'decided');
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

/**
 * Compares with what was looked at, and answers the documents. Before the decision this only says which of two refusals
 * it is, of an application that could still be decided; under the flow's lock, once it is `decided`, it is the judgement.
 */
async function requireSame(
  ctx: ReviewerTx,
  clinicId: string,
  version: LookedAt,
  at: 'asked' | 'decided' = 'asked',
): Promise<DocumentRow[]> {
  const row = await findClinic(ctx, clinicId);
  if (!row) throw new AppError('not_found');
  const documents = await documentsOf(ctx, clinicId);
  if (at === 'decided' || row.status === 'pending')
    await requireSameApplication(ctx, row, documents, version);
  return documents;
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
  tellOfLastActivity(ctx, id, { reason });
}

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
