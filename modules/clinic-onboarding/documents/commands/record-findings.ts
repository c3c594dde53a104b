import { eq } from 'drizzle-orm';
import { actorRef } from '#platform/actor';
import { audit } from '#platform/audit';
import { now } from '#platform/clock';
import { transaction, type Ctx, type TxCtx } from '#platform/context';
import { publish } from '#platform/events';
import { documentsChanged } from '../../commands/documents-changed';
import { noteChecks } from '../../note-checks.server';
import { documentFacts } from '../../facts';
import { addActivity } from '../../repo.server';
import { clinicDocument } from '../../tables.server';
import { eraseBytes } from '../erase-bytes.server';
import { lockDocuments, type DocumentRow } from '../../document-repo.server';

interface Findings {
  readonly id: string;
  readonly scan: DocumentRow['scan'];
  readonly warnings: string[];
}

/** Writes what a scan found. An infected document loses its bytes, and its clinic is asked for it again. */
export async function recordFindings(ctx: Ctx, { id, scan, warnings }: Findings): Promise<void> {
  const infected = await transaction(ctx, async (tx) => {
    const row = await lockPresent(tx, id);
    if (!row) return null;
    await tx.db.update(clinicDocument).set({ scan, warnings }).where(eq(clinicDocument.id, id));
    if (scan !== 'infected') return null;
    if (row.scan !== 'infected') await askAgain(tx, row);
    return row;
  });
  if (infected) await eraseBytes(ctx, [infected]);
}

/** The document, unless it was removed meanwhile, with the lock under which it stays there. */
async function lockPresent(tx: TxCtx, id: string): Promise<DocumentRow | null> {
  const read = () => tx.db.select().from(clinicDocument).where(eq(clinicDocument.id, id));
  const [found] = await read();
  if (!found) return null;
  await lockDocuments(tx, found.phone);
  const [row] = await read();
  return row && !row.removedAt ? row : null;
}

/**
 * The clinic is told as if a person had asked: of a bare phone there is nobody to tell yet. What it reads follows from
 * the scan.
 */
async function askAgain(tx: TxCtx, { id, clinicId, kind }: DocumentRow): Promise<void> {
  const at = await now(tx);
  await tx.db
    .update(clinicDocument)
    .set({ review: 'asked-again', note: null, reviewedBy: null, reviewedAt: at })
    .where(eq(clinicDocument.id, id));
  await audit(tx, {
    action: 'clinic-onboarding.document-infected',
    object: { type: 'document', id },
    facts: { clinicId },
  });
  if (!clinicId) return;
  const facts = { documentId: id, kind };
  const actor = actorRef(tx.actor);
  await addActivity(tx, { clinicId, kind: 'document-asked-again', at, actor, facts });
  await publish(tx, documentFacts['clinic-onboarding.document-asked-again'], {
    clinicId,
    documentId: id,
  });
  await documentsChanged(tx, { clinicId });
  await noteChecks(tx, clinicId);
}
