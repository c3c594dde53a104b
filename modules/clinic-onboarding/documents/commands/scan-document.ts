import { buffer } from 'node:stream/consumers';
import { eq } from 'drizzle-orm';
import type { Ctx } from '#platform/context';
import { activeNamesInStreams, documentTypes } from '#platform/document';
import type { JobHandler } from '#platform/jobs';
import { clinicDocument } from '../../tables.server';
import { recordFindings } from './record-findings';
import type { DocumentRow } from '../../document-repo.server';
import type { scanDocumentJob } from '../scan-document-job';

/** Attempts at a file of which the scanner itself says that it cannot judge it. */
const attemptsAtUnread = 3;

/**
 * Reads a stored document once more, out of the web process: what is packed in a PDF, and what the scanner says.
 * Throws to be tried again when the scanner is away: the document stays `pending`. A repeat finds the same.
 */
export const scanDocumentHandler: JobHandler<typeof scanDocumentJob.payload> = async (ctx, job) => {
  const { documentId: id } = job.payload;
  const [row] = await ctx.db.select().from(clinicDocument).where(eq(clinicDocument.id, id));
  if (!row || row.removedAt || row.erased) return;
  const stored = await ctx.services.ports.storage.get(row.storageKey);
  if (!stored) {
    ctx.log.error({ documentId: id }, 'clinic-onboarding.document-lost');
    return;
  }
  const bytes = await buffer(stored.body);
  const more =
    row.contentType === documentTypes.pdf.contentType ? await activeNamesInStreams(bytes) : [];
  await recordFindings(ctx, {
    id,
    warnings: [...new Set([...row.warnings, ...more])],
    scan: await scan(ctx, row, { bytes, attempt: job.attempt }),
  });
};

async function scan(
  ctx: Ctx,
  row: DocumentRow,
  { bytes, attempt }: { bytes: Buffer; attempt: number },
): Promise<DocumentRow['scan']> {
  const { scanner } = ctx.services.ports;
  if (row.scan === 'clean' || row.scan === 'infected') return row.scan;
  if (!scanner.configured) return 'not_scanned';
  const verdict = await scanner.scan(bytes);
  if (verdict !== 'unread') return verdict;
  if (attempt < attemptsAtUnread) throw new Error('the scanner could not judge a document');
  return 'failed';
}
