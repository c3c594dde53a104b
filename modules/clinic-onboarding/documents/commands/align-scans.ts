import { and, eq, isNull } from 'drizzle-orm';
import { transaction, type Ctx } from '#platform/context';
import { enqueue } from '#platform/jobs';
import { clinicDocument } from '../../tables.server';
import { scanDocumentJob } from '../scan-document-job';

const inState = (scan: 'pending' | 'not_scanned') =>
  and(
    eq(clinicDocument.scan, scan),
    eq(clinicDocument.erased, false),
    isNull(clinicDocument.removedAt),
  );

/**
 * Holds the rows against the settings: what came before there was a scanner is scanned now, and what waits for a scanner
 * that is no longer there is 'not scanned'. Returns how many changed.
 */
export async function alignScans(ctx: Ctx): Promise<number> {
  if (!ctx.services.ports.scanner.configured) {
    const changed = await ctx.db
      .update(clinicDocument)
      .set({ scan: 'not_scanned' })
      .where(inState('pending'))
      .returning({ id: clinicDocument.id });
    return changed.length;
  }
  return transaction(ctx, async (tx) => {
    const changed = await tx.db
      .update(clinicDocument)
      .set({ scan: 'pending' })
      .where(inState('not_scanned'))
      .returning({ id: clinicDocument.id });
    for (const { id } of changed) await enqueue(tx, scanDocumentJob, { documentId: id });
    return changed.length;
  });
}
