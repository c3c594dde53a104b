import { audit, send } from '#engine';
import type { TxCtx } from '#platform/context';
import { AppError } from '#platform/base/errors';
import { applicationFlow } from '../application.flow.server';
import { unacceptedKinds } from '../evidence';
import { documentsOf, findClinic, type DocumentRow, type Reviewer } from '../repo.server';
import { requireSameApplication, type LookedAt } from '../sights.server';
import type { ApprovalStatus } from '../status';
import { giveAddress } from './give-address';
import { noteChecks } from '../note-checks.server';

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
 * @throws AppError `not_found`; `event_refused`, for the reason `documents` where some are not accepted yet;
 * `version_conflict` when the clinic changed something since
 */
export async function approveApplication(
  ctx: ReviewerTx,
  { clinicId, version }: LookedUpon,
): Promise<void> {
  const asked = await requireSame(ctx, clinicId, version);
  if (asked.status === 'pending') requireAccepted(asked.documents);
  await send(ctx, applicationFlow, {
    id: clinicId,
    event: { type: 'clinic-onboarding.approve' },
  });
  // Under the flow's lock: whatever changed before it is seen, whatever comes after waits for our commit.
  const { documents } = await requireSame(ctx, clinicId, version, 'decided');
  requireAccepted(documents);
  await giveAddress(ctx, (await findClinic(ctx, clinicId))!);
  await noteChecks(ctx, clinicId);
  const evidence = documents.filter(({ review }) => review === 'accepted').map(({ id }) => id);
  await audit(ctx, {
    action: 'clinic-onboarding.approve',
    object: { type: 'clinic', id: clinicId },
    facts: { documents: evidence.join(' ') },
  });
}

function requireAccepted(documents: readonly DocumentRow[]): void {
  const { length: count } = unacceptedKinds(documents);
  if (count > 0) throw new AppError('event_refused', { reason: 'documents', values: { count } });
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
  const event = { type: 'clinic-onboarding.reject' } as const;
  await send(ctx, applicationFlow, { id: clinicId, event, reason });
  await requireSame(ctx, clinicId, version, 'decided');
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
  const event = { type: 'clinic-onboarding.suspend' } as const;
  await send(ctx, applicationFlow, { id: clinicId, event, reason });
}

/**
 * Lets a suspended clinic back in.
 *
 * @throws AppError `not_found`, `event_refused`
 */
export async function reinstateClinic(ctx: ReviewerTx, { clinicId }: Decided): Promise<void> {
  const event = { type: 'clinic-onboarding.reinstate' } as const;
  await send(ctx, applicationFlow, { id: clinicId, event });
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
): Promise<{ status: ApprovalStatus; documents: DocumentRow[] }> {
  const row = await findClinic(ctx, clinicId);
  if (!row) throw new AppError('not_found');
  const documents = await documentsOf(ctx, clinicId);
  if (at === 'decided' || row.status === 'pending')
    await requireSameApplication(ctx, row, documents, version);
  return { status: row.status, documents };
}
