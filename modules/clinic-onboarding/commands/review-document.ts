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
import { documentFacts } from '../facts';
import { readEvidence } from '../read-evidence.server';
import {
  addActivity,
  findClinic,
  type ClinicRow,
  type DocumentRow,
  type Reviewer,
} from '../repo.server';
import { noteDecided, requireSameDocument, type LookedAt } from '../sights.server';
import { clinicDocument } from '../tables.server';

interface Judged {
  readonly documentId: string;
  /** Of the record that was looked at; what this person was last shown when absent. */
  readonly version?: LookedAt;
}
interface Noted extends Judged {
  /** The clinic reads it; 1 to 2000 characters. */
  readonly note: string;
}

/**
 * Accepts one document.
 *
 * @throws AppError `not_found`; `event_refused` when it is decided so already, was not found clean, or the
 * application is not pending; `version_conflict` when it, what it proves or what was decided about it has changed since
 * it was looked at.
 */
export const acceptDocument = (ctx: Ctx<Reviewer>, judged: Judged): Promise<void> =>
  review(ctx, judged, 'accept', null);

/**
 * Asks the clinic for one document again. The clocks stand still until it has come.
 *
 * @throws AppError `not_found`, `event_refused`, `version_conflict`
 */
export const askDocumentAgain = (ctx: Ctx<Reviewer>, judged: Noted): Promise<void> =>
  review(ctx, judged, 'ask-again', judged.note);

/**
 * Refuses one document: it no longer counts.
 *
 * @throws AppError `not_found`, `event_refused`, `version_conflict`
 */
export const rejectDocument = (ctx: Ctx<Reviewer>, judged: Noted): Promise<void> =>
  review(ctx, judged, 'reject', judged.note);

async function review(
  ctx: Ctx<Reviewer>,
  judged: Judged,
  decision: DocumentDecision,
  note: string | null,
): Promise<void> {
  const { documentId } = judged;
  await transaction(ctx, async (tx) => {
    const { doc, owner } = await lockDocument(tx, judged, decision);
    const clinicId = owner.id;
    const decided = await write(tx, doc, { decision, note });
    await noteDecided(tx, owner, decided);
    await tellHistory(tx, decided, { clinicId, decision });
    const evidence = await readEvidence(tx, clinicId);
    const event = { type: 'clinic-onboarding.review-documents', ...evidence } as const;
    await dispatch(tx, applicationFlow, { id: clinicId, event });
    if (decision === 'ask-again')
      await publish(tx, documentFacts['clinic-onboarding.document-asked-again'], {
        clinicId,
        documentId,
      });
    await audit(tx, {
      action: `clinic-onboarding.${decision}-document`,
      object: { type: 'document', id: documentId },
      facts: { clinicId },
      reason: note ?? undefined,
    });
  });
}

/**
 * The row's lock lets one of several reviewers decide; the others find it decided. A clinic that changes its details
 * takes the same lock, so what is read here beside it stays.
 */
async function lockDocument(
  ctx: TxCtx<Reviewer>,
  { documentId, version }: Judged,
  decision: DocumentDecision,
): Promise<{ doc: DocumentRow; owner: ClinicRow }> {
  const [doc] = isId(documentId)
    ? await ctx.db
        .select()
        .from(clinicDocument)
        .where(eq(clinicDocument.id, documentId))
        .for('update')
    : [];
  const owner = doc?.clinicId ? await findClinic(ctx, doc.clinicId) : null;
  if (!doc || !owner) throw new AppError('not_found');
  if (!allowedDecisions(doc, owner.status).includes(decision)) throw new AppError('event_refused');
  await requireSameDocument(ctx, owner, doc, version);
  return { doc, owner };
}

interface Verdict {
  readonly decision: DocumentDecision;
  readonly note: string | null;
}

async function write(
  ctx: TxCtx<Reviewer>,
  doc: DocumentRow,
  { decision, note }: Verdict,
): Promise<DocumentRow> {
  const reviewedAt = await now(ctx);
  const reviewedBy = ctx.actor.kind === 'staff' ? ctx.actor.id : null;
  const set = { review: reviewAfter[decision], note, reviewedBy, reviewedAt, reopenedAt: null };
  await ctx.db.update(clinicDocument).set(set).where(eq(clinicDocument.id, doc.id));
  return { ...doc, ...set };
}

const activityOf = {
  accept: 'document-accepted',
  'ask-again': 'document-asked-again',
  reject: 'document-rejected',
} as const;

const tellHistory = (
  ctx: TxCtx<Reviewer>,
  { id, kind, note, reviewedAt }: DocumentRow,
  { clinicId, decision }: { clinicId: string; decision: DocumentDecision },
): Promise<void> =>
  addActivity(ctx, {
    clinicId,
    kind: activityOf[decision],
    at: reviewedAt!,
    actor: actorRef(ctx.actor),
    facts: { documentId: id, kind, ...(note ? { note } : {}) },
  });
