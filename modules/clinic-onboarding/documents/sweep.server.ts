import { and, eq, gt, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import { z } from 'zod';
import { now } from '#platform/time/clock';
import type { Ctx } from '#platform/context';
import { after, days, type Duration, hours, minutes } from '#platform/base/duration';
import { defineJob, type JobHandler } from '#engine';
import { deleteWithFiles, inPages } from '#platform/privacy/person-data';
import { readSetting } from '#platform/settings/settings';
import { removeUnnamedFiles } from '#platform/privacy/stored-files';
import {
  dropDocuments,
  eraseBytes,
  looseDocumentDays,
  rejectedDocumentDays,
} from './commands.server';
import { alignScans } from './scans.server';
import { sweepPictures } from '../pictures/pictures.server';
import { clinic, clinicDocument } from '../tables.server';

const { id, clinicId, storageKey } = clinicDocument;

type SweptRow = Pick<typeof clinicDocument.$inferSelect, 'id' | 'clinicId' | 'storageKey'>;

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
