import { eq } from 'drizzle-orm';
import { actorRef } from '#platform/actor';
import { audit } from '#platform/audit';
import { now } from '#platform/clock';
import { transaction, type Ctx, type TxCtx } from '#platform/context';
import { AppError } from '#platform/errors';
import { publish } from '#platform/events';
import { dispatch } from '#platform/flow';
import { isId } from '#platform/ids';
import { applicationFlow } from '../application.flow.server';
import { allowedDecisions, reviewAfter, type DocumentDecision } from '../evidence';
import { readEvidence } from '../read-evidence.server';
import { addActivity, findClinic, type Reviewer } from '../repo.server';
import type { DocumentKind } from '../status';
import { clinicDocument } from '../tables.server';

interface Judged {
  readonly documentId: string;
}
interface Noted extends Judged {
  /** The clinic reads it; 1 to 2000 characters. */
  readonly note: string;
}

/**
 * Accepts one document.
 *
 * @throws AppError `not_found`; `event_refused` when it is decided so already, was not found clean, or the
 * application is not pending.
 */
export const acceptDocument = (ctx: Ctx<Reviewer>, { documentId }: Judged): Promise<void> =>
  review(ctx, documentId, 'accept', null);

/**
 * Asks the clinic for one document again. The clocks stand still until it has come.
 *
 * @throws AppError `not_found`, `event_refused`
 */
export const askDocumentAgain = (ctx: Ctx<Reviewer>, { documentId, note }: Noted): Promise<void> =>
  review(ctx, documentId, 'ask-again', note);

/**
 * Refuses one document: it no longer counts.
 *
 * @throws AppError `not_found`, `event_refused`
 */
export const rejectDocument = (ctx: Ctx<Reviewer>, { documentId, note }: Noted): Promise<void> =>
  review(ctx, documentId, 'reject', note);

async function review(
  ctx: Ctx<Reviewer>,
  documentId: string,
  decision: DocumentDecision,
  note: string | null,
): Promise<void> {
  await transaction(ctx, async (tx) => {
    const { kind, clinicId } = await lockDocument(tx, documentId, decision);
    await write(tx, { documentId, clinicId, kind, decision, note });
    const evidence = await readEvidence(tx, clinicId);
    const event = { type: 'clinic-onboarding.review-documents', ...evidence } as const;
    await dispatch(tx, applicationFlow, { id: clinicId, event });
    if (decision === 'ask-again')
      await publish(tx, { type: 'clinic-onboarding.document-asked-again', clinicId, documentId });
    await audit(tx, {
      action: `clinic-onboarding.${decision}-document`,
      object: { type: 'document', id: documentId },
      facts: { clinicId },
      reason: note ?? undefined,
    });
  });
}

/** The row's lock lets one of several reviewers decide; the others find it decided. */
async function lockDocument(
  ctx: TxCtx<Reviewer>,
  documentId: string,
  decision: DocumentDecision,
): Promise<{ kind: DocumentKind; clinicId: string }> {
  const [doc] = isId(documentId)
    ? await ctx.db
        .select()
        .from(clinicDocument)
        .where(eq(clinicDocument.id, documentId))
        .for('update')
    : [];
  if (!doc?.clinicId) throw new AppError('not_found');
  const owner = await findClinic(ctx, doc.clinicId);
  if (!allowedDecisions(doc, owner?.status ?? null).includes(decision))
    throw new AppError('event_refused');
  return { kind: doc.kind, clinicId: doc.clinicId };
}

interface Writing {
  readonly documentId: string;
  readonly clinicId: string;
  readonly kind: DocumentKind;
  readonly decision: DocumentDecision;
  readonly note: string | null;
}

const activityOf = {
  accept: 'document-accepted',
  'ask-again': 'document-asked-again',
  reject: 'document-rejected',
} as const;

async function write(
  ctx: TxCtx<Reviewer>,
  { documentId, clinicId, kind, decision, note }: Writing,
): Promise<void> {
  const at = await now(ctx);
  const reviewedBy = ctx.actor.kind === 'staff' ? ctx.actor.id : null;
  await ctx.db
    .update(clinicDocument)
    .set({ review: reviewAfter[decision], note, reviewedBy, reviewedAt: at })
    .where(eq(clinicDocument.id, documentId));
  await addActivity(ctx, {
    clinicId,
    kind: activityOf[decision],
    at,
    actor: actorRef(ctx.actor),
    facts: { documentId, kind, ...(note ? { note } : {}) },
  });
}
