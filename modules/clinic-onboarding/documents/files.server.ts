import { buffer } from 'node:stream/consumers';
import { and, count, eq, isNull, lt, sql } from 'drizzle-orm';
import { audit, defineClockJob, enqueue, type JobHandler, publish, withTransaction } from '#engine';
import { after, days, type Duration, hours, inSeconds, minutes } from '#platform/base/duration';
import type { Ctx, TxCtx } from '#platform/context';
import { activeNamesInStreams, documentTypes } from '#platform/files/document';
import * as stored from '#platform/files/stored';
import { consumeRateLimit } from '#platform/limits/rate-limit';
import { byId, inPages } from '#platform/privacy/person-data';
import { readSetting } from '#platform/settings/settings';
import { now, sqlNow } from '#platform/time/clock';
import { documentsChanged } from '../commands.server';
import { looseDocumentDays, rejectedDocumentDays, scanDocumentJob } from './documents.server';
import { sweepPictures } from '../pictures.server';
import { noteChecks } from '../projection.server';
import { addActivity, type DocumentRow, lockDocuments } from '../queries.server';
import { documentEvents } from '../schemas';
import { clinic, clinicDocument, documentFiles } from '../tables.server';

interface Findings {
  readonly id: string;
  readonly scan: DocumentRow['scan'];
  readonly warnings: string[];
}

/** Writes what a scan found. An infected document loses its bytes, and its clinic is asked for it again. */
export async function recordFindings(ctx: Ctx, { id, scan, warnings }: Findings): Promise<void> {
  const infected = await withTransaction(ctx, async (tx) => {
    const row = await lockPresent(tx, id);
    if (!row) return null;
    await tx.db.update(clinicDocument).set({ scan, warnings }).where(eq(clinicDocument.id, id));
    if (scan !== 'infected') return null;
    if (row.scan !== 'infected') await askAgain(tx, row);
    return row;
  });
  if (infected) await stored.eraseFiles(ctx, documentFiles, infected);
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
 * The clinic is notified as if a person had asked: a bare phone has no account to notify yet. What it reads follows from
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
    details: { clinicId },
  });
  if (!clinicId) return;
  const facts = { documentId: id, kind };
  await addActivity(tx, { clinicId, kind: 'document-asked-again', at, facts });
  await publish(tx, documentEvents['clinic-onboarding.document-asked-again'], {
    clinicId,
    documentId: id,
  });
  await documentsChanged(tx, { clinicId });
  await noteChecks(tx, clinicId);
}

/**
 * Reads a stored document once more, out of the web process: what is packed in a PDF, and what the scanner says.
 * Throws to be tried again when the scanner is away: the document stays `pending`. A repeat finds the same.
 */
export const scanDocumentHandler: JobHandler<typeof scanDocumentJob.payload> = async (ctx, job) => {
  const { documentId: id } = job.payload;
  const [row] = await ctx.db.select().from(clinicDocument).where(eq(clinicDocument.id, id));
  if (!row || row.removedAt || row.erased) return;
  const found = await ctx.services.ports.storage.get(row.storageKey);
  if (!found) {
    ctx.log.error({ documentId: id }, 'clinic-onboarding.document-lost');
    return;
  }
  const bytes = await buffer(found.body);
  const more =
    row.contentType === documentTypes.pdf.contentType ? await activeNamesInStreams(bytes) : [];
  await recordFindings(ctx, {
    id,
    warnings: [...new Set([...row.warnings, ...more])],
    scan: isFinal(row)
      ? row.scan
      : await stored.scanOf(ctx, bytes, { attempt: job.attempt, what: 'a document' }),
  });
};

const isFinal = ({ scan }: DocumentRow): boolean => scan === 'clean' || scan === 'infected';

/** Holds the rows against the settings of the scanner. Returns how many changed. */
export const alignScans = (ctx: Ctx): Promise<number> =>
  stored.alignScans(ctx, documentFiles, {
    which: sql`not erased and removed_at is null`,
    inTransaction: (step) => withTransaction(ctx, step),
    rescan: (tx, documentId) => enqueue(tx, scanDocumentJob, { documentId }),
  });

/** A document that waits longer for its scan means that the scanner is away. */
const patience = minutes(15);

/**
 * Raises an alert while documents wait too long for their scan: a line of the log and of the audit, once an hour at
 * most. Returns how many wait.
 */
export async function watchScans(ctx: Ctx): Promise<number> {
  const late = sql<Date>`${sqlNow} - make_interval(secs => ${inSeconds(patience)})`;
  const [row] = await ctx.db
    .select({ documents: count() })
    .from(clinicDocument)
    .where(
      and(
        eq(clinicDocument.scan, 'pending'),
        isNull(clinicDocument.removedAt),
        lt(clinicDocument.createdAt, late),
      ),
    );
  const documents = row?.documents ?? 0;
  if (documents === 0) return 0;
  const rule = { name: 'clinic-onboarding.scan-alert', limit: 1, window: hours(1) };
  const { allowed } = await consumeRateLimit(ctx, rule, 'scanner');
  if (allowed) {
    ctx.log.error({ documents }, 'clinic-onboarding.scan-overdue');
    await audit(ctx, {
      action: 'clinic-onboarding.scan-overdue',
      outcome: 'failed',
      details: { documents },
    });
  }
  return documents;
}

interface SweptDocuments {
  /** Of phones that never registered a clinic. */
  loose: number;
  /** Rows that stay, whose bytes went: removed, replaced, or of a clinic that was rejected long ago. */
  erased: number;
  /** Files without a row. */
  files: number;
  rowsWithoutFile: number;
}

/**
 * Puts store and rows of documents in step, and lets go of what is kept no longer. A store in which no file at all is
 * found is taken for one that is away: rows stay. Safe to repeat and to interrupt.
 */
export async function sweepDocuments(ctx: Ctx): Promise<SweptDocuments> {
  const at = await now(ctx);
  const before = (length: Duration): Date => after(at, -length as Duration);
  const loose = await forgetLoose(ctx, before(days(await readSetting(ctx, looseDocumentDays))));
  await letGoOfRejected(ctx, before(days(await readSetting(ctx, rejectedDocumentDays))));
  const erased = await stored.eraseRemoved(ctx, documentFiles);
  const looked = await stored.removeUnnamedFiles(ctx, [documentFiles]);
  const rowsWithoutFile = await stored.removeRowsWithoutFiles(ctx, documentFiles, looked, {
    holder: clinicDocument.clinicId,
    onEmpty: () => ctx.log.error('clinic-onboarding.document-store-empty'),
    onLost: ({ id }) => ctx.log.error({ documentId: id }, 'clinic-onboarding.document-lost'),
  });
  return { loose, erased, files: looked.removed, rowsWithoutFile };
}

const forgetLoose = (ctx: Ctx, before: Date): Promise<number> =>
  stored.deleteWithFiles(
    ctx,
    documentFiles,
    and(isNull(clinicDocument.clinicId), lt(clinicDocument.createdAt, before))!,
  );

/** Six months after a rejection that the clinic did not correct (security 81); the rows stay for the history. */
async function letGoOfRejected(ctx: Ctx, before: Date): Promise<void> {
  const removedAt = await now(ctx);
  const rejected = and(eq(clinic.status, 'rejected'), lt(clinic.decidedAt, before))!;
  for await (const { id } of inPages(byId(ctx, clinic, rejected, { id: clinic.id })))
    await ctx.db
      .update(clinicDocument)
      .set({ removedAt })
      .where(
        and(
          eq(clinicDocument.clinicId, id),
          isNull(clinicDocument.removedAt),
          lt(clinicDocument.createdAt, before),
        ),
      );
}

/** Sent by the clock once an hour. */
export const sweepDocumentsJob = defineClockJob('clinic-onboarding.sweep-documents');

export const sweepDocumentsHandler: JobHandler<typeof sweepDocumentsJob.payload> = async (ctx) => {
  const swept = await sweepDocuments(ctx);
  const realigned = await alignScans(ctx);
  const pictures = await sweepPictures(ctx);
  ctx.log.info({ ...swept, realigned, pictures }, 'clinic-onboarding.documents-swept');
};
