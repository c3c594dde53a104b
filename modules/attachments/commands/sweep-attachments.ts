import { and, eq, isNull, lt } from 'drizzle-orm';
import { now } from '#platform/clock';
import { transaction, type Ctx } from '#platform/context';
import { after, days, hours, type Duration } from '#platform/duration';
import { enqueue } from '#platform/jobs';
import { scanAttachmentJob } from '../scan-attachment-job';
import { attachment } from '../tables.server';

/** A file that no offer and no message claims goes after this. */
const kept = days(1);
/** A file younger than this may belong to an upload whose row is still to come. */
const settled = hours(1);

export interface SweptAttachments {
  /** That nothing claimed. */
  loose: number;
  /** Files without a row. */
  files: number;
  /** Rows that say something else of the scan than the settings do. */
  realigned: number;
}

/** Puts store and rows of attachments in step. Safe to repeat and to interrupt. */
export async function sweepAttachments(ctx: Ctx): Promise<SweptAttachments> {
  const at = await now(ctx);
  const loose = await ctx.db
    .delete(attachment)
    .where(and(isNull(attachment.offerId), lt(attachment.createdAt, after(at, -kept as Duration))))
    .returning({ storageKey: attachment.storageKey });
  const { storage } = ctx.services.ports;
  for (const { storageKey } of loose) await storage.remove(storageKey).catch(() => undefined);
  const files = await sweepFiles(ctx, after(at, -settled as Duration));
  return { loose: loose.length, files, realigned: await align(ctx) };
}

async function sweepFiles(ctx: Ctx, before: Date): Promise<number> {
  const { storage } = ctx.services.ports;
  const rows = await ctx.db.select({ key: attachment.storageKey }).from(attachment);
  const known = new Set(rows.map(({ key }) => key));
  let removed = 0;
  for await (const { key, modifiedAt } of storage.list('attachment')) {
    if (known.has(key) || modifiedAt >= before) continue;
    await storage.remove(key);
    removed += 1;
  }
  return removed;
}

/** What came before there was a scanner is scanned now; what waits for one that is gone is 'not scanned'. */
async function align(ctx: Ctx): Promise<number> {
  const { configured } = ctx.services.ports.scanner;
  const [from, to] = configured
    ? (['not_scanned', 'pending'] as const)
    : (['pending', 'not_scanned'] as const);
  return transaction(ctx, async (tx) => {
    const changed = await tx.db
      .update(attachment)
      .set({ scan: to })
      .where(and(eq(attachment.scan, from), eq(attachment.erased, false)))
      .returning({ id: attachment.id });
    if (configured)
      for (const { id } of changed) await enqueue(tx, scanAttachmentJob, { attachmentId: id });
    return changed.length;
  });
}
