import { eq } from 'drizzle-orm';
import { audit } from '#platform/audit';
import { sqlNow } from '#platform/clock';
import { transaction } from '#platform/context';
import { AppError } from '#platform/errors';
import { documentsChanged } from '../../commands/documents-changed';
import { noteChecks } from '../../note-checks.server';
import { clinicDocument } from '../../tables.server';
import { eraseBytes } from '../erase-bytes.server';
import { requireMayRemove } from '../may-change';
import { phoneOf, type OwnerCtx } from '../../owner';
import { clinicOfPhone, findDocument, lockDocuments } from '../../document-repo.server';

/**
 * Removes a document of the acting clinic: its row stays for those who judged by it, its bytes go.
 *
 * @throws AppError `not_found` (also for somebody else's), `event_refused` once the application is decided
 */
export async function removeDocument(ctx: OwnerCtx, { id }: { id: string }): Promise<void> {
  const phone = phoneOf(ctx);
  const gone = await transaction(ctx, async (tx) => {
    await lockDocuments(tx, phone);
    const row = await findDocument(tx, phone, id);
    if (!row) throw new AppError('not_found');
    const clinic = await clinicOfPhone(tx, phone);
    requireMayRemove(clinic, row);
    await tx.db
      .update(clinicDocument)
      .set({ removedAt: sqlNow })
      .where(eq(clinicDocument.id, row.id));
    await audit(tx, {
      action: 'clinic-onboarding.document-removed',
      object: { type: 'document', id: row.id },
    });
    if (clinic) await documentsChanged(tx, { clinicId: clinic.id });
    // Again, under the lock of the application: it may have been decided while this waited for it.
    const now = await clinicOfPhone(tx, phone);
    requireMayRemove(now, row);
    if (now?.status === 'approved') await noteChecks(tx, now.id);
    return row;
  });
  // Out of reach already; bytes that stay are the sweep's.
  await eraseBytes(ctx, [gone]).catch((error: unknown) =>
    ctx.log.warn({ err: error, documentId: id }, 'clinic-onboarding.document-bytes-left'),
  );
}
