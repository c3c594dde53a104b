import { eq } from 'drizzle-orm';
import { actorRef } from '#platform/base/actor';
import { audit, withTransaction } from '#engine';
import { now } from '#platform/time/clock';
import type { Ctx } from '#platform/context';
import { AppError } from '#platform/base/errors';
import { isId } from '#platform/base/ids';
import { addActivity, findClinic, type Reviewer } from '../repo.server';
import { noteDecided, requireSameDocument, type LookedAt } from '../sights.server';
import { clinicDocument } from '../tables.server';
import { requireComingDay } from '../today.server';
import { verifies } from '../verifications/verifications.server';
import { noteChecks } from '../note-checks.server';

/**
 * Corrects until when an accepted document proves something; null: it has no end date. Its clinic is reminded by the new
 * date.
 *
 * @throws AppError `not_found`; `event_refused` for a document by which nothing is verified; `version_conflict`;
 * `validation_failed` for a last day that is over
 */
export async function setEndDate(
  ctx: Ctx<Reviewer>,
  {
    documentId,
    validUntil,
    version,
  }: { documentId: string; validUntil: string | null; version?: LookedAt },
): Promise<void> {
  await withTransaction(ctx, async (tx) => {
    if (validUntil !== null) await requireComingDay(tx, validUntil);
    const { id } = clinicDocument;
    const [doc] = isId(documentId)
      ? await tx.db.select().from(clinicDocument).where(eq(id, documentId)).for('update')
      : [];
    const owner = doc?.clinicId ? await findClinic(tx, doc.clinicId) : null;
    if (!doc || !owner) throw new AppError('not_found');
    if (!verifies(doc)) throw new AppError('event_refused');
    await requireSameDocument(tx, owner, doc, version);
    await tx.db
      .update(clinicDocument)
      .set({ validUntil, noticeGiven: null })
      .where(eq(id, documentId));
    await noteDecided(tx, owner, { ...doc, validUntil });
    const facts = { documentId, kind: doc.kind, ...(validUntil ? { until: validUntil } : {}) };
    const at = await now(tx);
    const actor = actorRef(tx.actor);
    await addActivity(tx, { clinicId: owner.id, kind: 'end-date-changed', at, actor, facts });
    await audit(tx, {
      action: 'clinic-onboarding.set-end-date',
      object: { type: 'document', id: documentId },
      facts: { clinicId: owner.id, validUntil },
    });
    await noteChecks(tx, owner.id);
  });
}
