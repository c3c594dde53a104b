import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import { actorRef } from '#platform/base/actor';
import { now } from '#platform/time/clock';
import type { TxCtx } from '#platform/context';
import type { ClinicDetails } from '../details';
import { isProofOf } from '../proofs';
import { addActivity, type DocumentRow } from '../repo.server';
import { clinicDocument } from '../tables.server';

/** Present documents of a clinic; from here to the end of the transaction nobody decides about one of them. */
export const lockDocumentRows = (ctx: TxCtx, clinicId: string): Promise<DocumentRow[]> =>
  ctx.db
    .select()
    .from(clinicDocument)
    .where(and(eq(clinicDocument.clinicId, clinicId), isNull(clinicDocument.removedAt)))
    .orderBy(asc(clinicDocument.id))
    .for('update');

/**
 * Lets accepted documents wait again whose statements have changed, out of rows that are locked. The caller tells the
 * application. Answers how many.
 */
export async function reopenDocuments(
  ctx: TxCtx,
  clinicId: string,
  {
    locked,
    changed,
  }: { locked: readonly DocumentRow[]; changed: ReadonlyArray<keyof ClinicDetails> },
): Promise<number> {
  const hit = locked.filter((doc) => doc.review === 'accepted' && isProofOf(doc.kind, changed));
  if (hit.length === 0) return 0;
  const at = await now(ctx);
  await ctx.db
    .update(clinicDocument)
    .set({ review: 'waiting', note: null, reviewedBy: null, reviewedAt: null, reopenedAt: at })
    .where(
      inArray(
        clinicDocument.id,
        hit.map(({ id }) => id),
      ),
    );
  const actor = actorRef(ctx.actor);
  const kinds = [...new Set(hit.map(({ kind }) => kind))].join(' ');
  await addActivity(ctx, { clinicId, kind: 'documents-reopened', at, actor, facts: { kinds } });
  return hit.length;
}
