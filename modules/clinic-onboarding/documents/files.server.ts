import { buffer } from 'node:stream/consumers';
import { and, count, eq, gt, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import { z } from 'zod';
import { audit, defineJob, enqueue, type JobHandler, publish, withTransaction } from '#engine';
import { after, days, type Duration, hours, inSeconds, minutes } from '#platform/base/duration';
import type { Ctx, TxCtx } from '#platform/context';
import { activeNamesInStreams, documentTypes } from '#platform/files/document';
import { consumeRateLimit } from '#platform/limits/rate-limit';
import { deleteWithFiles, inPages } from '#platform/privacy/person-data';
import { removeUnnamedFiles } from '#platform/privacy/stored-files';
import { readSetting } from '#platform/settings/settings';
import { now, sqlNow } from '#platform/time/clock';
import { documentsChanged } from '../commands.server';
import {
  dropDocuments,
  eraseBytes,
  looseDocumentDays,
  rejectedDocumentDays,
  scanDocumentJob,
} from './documents.server';
import { sweepPictures } from '../pictures.server';
import { noteChecks } from '../projection.server';
import { addActivity, type DocumentRow, lockDocuments } from '../queries.server';
import { documentEvents } from '../schemas';
import { clinic, clinicDocument } from '../tables.server';

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
  return withTransaction(ctx, async (tx) => {
    const changed = await tx.db
      .update(clinicDocument)
      .set({ scan: 'pending' })
      .where(inState('not_scanned'))
      .returning({ id: clinicDocument.id });
    for (const { id } of changed) await enqueue(tx, scanDocumentJob, { documentId: id });
    return changed.length;
  });
}

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

const { id, clinicId, storageKey } = clinicDocument;

type SweptRow = Pick<typeof clinicDocument.$inferSelect, 'id' | 'clinicId' | 'storageKey'>;

/** A file younger than this may belong to an upload whose row is still to come. */
const settled = hours(1);

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
  const erased = await eraseRemoved(ctx);
  const { removed, found } = await removeUnnamedFiles(ctx, {
    prefixes: ['document'],
    named: (keys) =>
      ctx.db.select({ key: storageKey }).from(clinicDocument).where(inArray(storageKey, keys)),
    before: before(settled),
  });
  const rowsWithoutFile = await sweepRows(ctx, found, before(settled));
  return { loose, erased, files: removed, rowsWithoutFile };
}

const forgetLoose = (ctx: Ctx, before: Date): Promise<number> =>
  deleteWithFiles(ctx, {
    table: clinicDocument,
    which: and(isNull(clinicDocument.clinicId), lt(clinicDocument.createdAt, before))!,
    remove: (gone) => dropDocuments(ctx, gone),
  });

/** Six months after a rejection nobody mended (security 81); the rows stay for the history. */
async function letGoOfRejected(ctx: Ctx, before: Date): Promise<void> {
  const removedAt = await now(ctx);
  const rejected = inPages<{ id: string }>((after, limit) =>
    ctx.db
      .select({ id: clinic.id })
      .from(clinic)
      .where(
        and(
          eq(clinic.status, 'rejected'),
          lt(clinic.decidedAt, before),
          after ? gt(clinic.id, after.id) : undefined,
        ),
      )
      .orderBy(clinic.id)
      .limit(limit),
  );
  for await (const { id } of rejected)
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

async function eraseRemoved(ctx: Ctx): Promise<number> {
  let erased = 0;
  const removed = inPages<{ id: string; storageKey: string }>((after, limit) =>
    ctx.db
      .select({ id: clinicDocument.id, storageKey: clinicDocument.storageKey })
      .from(clinicDocument)
      .where(
        and(
          isNotNull(clinicDocument.removedAt),
          sql`not ${clinicDocument.erased}`,
          after ? gt(clinicDocument.id, after.id) : undefined,
        ),
      )
      .orderBy(clinicDocument.id)
      .limit(limit),
  );
  for await (const row of removed) {
    await eraseBytes(ctx, [row]);
    erased += 1;
  }
  return erased;
}

async function sweepRows(ctx: Ctx, stored: ReadonlySet<string>, before: Date): Promise<number> {
  const rows = inPages<SweptRow>((after, limit) =>
    ctx.db
      .select({ id, clinicId, storageKey })
      .from(clinicDocument)
      .where(
        and(
          eq(clinicDocument.erased, false),
          lt(clinicDocument.createdAt, before),
          after ? gt(id, after.id) : undefined,
        ),
      )
      .orderBy(id)
      .limit(limit),
  );
  let lost = 0;
  for await (const row of rows) {
    if (stored.size === 0) {
      ctx.log.error('clinic-onboarding.document-store-empty');
      return 0;
    }
    if (stored.has(row.storageKey)) continue;
    lost += 1;
    await loseRow(ctx, row);
  }
  return lost;
}

async function loseRow(ctx: Ctx, row: SweptRow): Promise<void> {
  if (row.clinicId) ctx.log.error({ documentId: row.id }, 'clinic-onboarding.document-lost');
  // A registration may have adopted one since it was read: then the row is all that is left to tell of it.
  else await ctx.db.delete(clinicDocument).where(and(eq(id, row.id), isNull(clinicId)));
}

const nothing = z.object({});

/** Sent by the clock once an hour. */
export const sweepDocumentsJob = defineJob({
  name: 'clinic-onboarding.sweep-documents',
  payload: nothing,
  retry: { limit: 3, delay: minutes(1), backoff: true },
  expiresAfter: minutes(30),
});

export const sweepDocumentsHandler: JobHandler<typeof nothing> = async (ctx) => {
  const swept = await sweepDocuments(ctx);
  const realigned = await alignScans(ctx);
  const pictures = await sweepPictures(ctx);
  ctx.log.info({ ...swept, realigned, pictures }, 'clinic-onboarding.documents-swept');
};
