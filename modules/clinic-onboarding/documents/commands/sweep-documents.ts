import { and, eq, inArray, isNotNull, isNull, lt } from 'drizzle-orm';
import { now } from '#platform/clock';
import type { Ctx } from '#platform/context';
import { after, days, hours, type Duration } from '#platform/duration';
import { readSetting } from '#platform/settings';
import { clinic, clinicDocument } from '../../tables.server';
import { eraseBytes } from '../erase-bytes.server';
import { looseDocumentDays, rejectedDocumentDays } from '../settings';
import { dropDocuments } from './drop-documents';

/** A file younger than this may belong to an upload whose row is still to come. */
const settled = hours(1);

export interface SweptDocuments {
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
  const { removed, storageKeys } = await sweepFiles(ctx, before(settled));
  const rowsWithoutFile = await sweepRows(ctx, storageKeys, before(settled));
  return { loose, erased, files: removed, rowsWithoutFile };
}

async function forgetLoose(ctx: Ctx, before: Date): Promise<number> {
  const gone = await ctx.db
    .delete(clinicDocument)
    .where(and(isNull(clinicDocument.clinicId), lt(clinicDocument.createdAt, before)))
    .returning({ storageKey: clinicDocument.storageKey });
  await dropDocuments(ctx, gone);
  return gone.length;
}

/** Six months after a rejection nobody mended (security 81); the rows stay for the history. */
async function letGoOfRejected(ctx: Ctx, before: Date): Promise<void> {
  const rejected = ctx.db
    .select({ id: clinic.id })
    .from(clinic)
    .where(and(eq(clinic.status, 'rejected'), lt(clinic.decidedAt, before)));
  await ctx.db
    .update(clinicDocument)
    .set({ removedAt: await now(ctx) })
    .where(
      and(
        inArray(clinicDocument.clinicId, rejected),
        isNull(clinicDocument.removedAt),
        lt(clinicDocument.createdAt, before),
      ),
    );
}

async function eraseRemoved(ctx: Ctx): Promise<number> {
  const rows = await ctx.db
    .select({ id: clinicDocument.id, storageKey: clinicDocument.storageKey })
    .from(clinicDocument)
    .where(and(isNotNull(clinicDocument.removedAt), eq(clinicDocument.erased, false)));
  await eraseBytes(ctx, rows);
  return rows.length;
}

async function sweepFiles(
  ctx: Ctx,
  before: Date,
): Promise<{ removed: number; storageKeys: Set<string> }> {
  const { storage } = ctx.services.ports;
  const rows = await ctx.db.select({ key: clinicDocument.storageKey }).from(clinicDocument);
  const known = new Set(rows.map(({ key }) => key));
  const storageKeys = new Set<string>();
  let removed = 0;
  for await (const { key, modifiedAt } of storage.list('document')) {
    if (known.has(key)) storageKeys.add(key);
    else if (modifiedAt < before) {
      await storage.remove(key);
      removed += 1;
    }
  }
  return { removed, storageKeys };
}

async function sweepRows(ctx: Ctx, storageKeys: Set<string>, before: Date): Promise<number> {
  const rows = await ctx.db
    .select()
    .from(clinicDocument)
    .where(and(eq(clinicDocument.erased, false), lt(clinicDocument.createdAt, before)));
  if (rows.length > 0 && storageKeys.size === 0) {
    ctx.log.error({ rows: rows.length }, 'clinic-onboarding.document-store-empty');
    return 0;
  }
  const lost = rows.filter(({ storageKey }) => !storageKeys.has(storageKey));
  for (const { id } of lost.filter(({ clinicId }) => clinicId))
    ctx.log.error({ documentId: id }, 'clinic-onboarding.document-lost');
  const loose = lost.filter(({ clinicId }) => !clinicId).map(({ id }) => id);
  // A registration may have adopted one since it was read: then the row is all that is left to tell of it.
  if (loose.length > 0)
    await ctx.db
      .delete(clinicDocument)
      .where(and(inArray(clinicDocument.id, loose), isNull(clinicDocument.clinicId)));
  return lost.length;
}
