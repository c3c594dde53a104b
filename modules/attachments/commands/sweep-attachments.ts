import { and, inArray, isNull, lt, sql } from 'drizzle-orm';
import { now } from '#platform/clock';
import { transaction, type Ctx } from '#platform/context';
import { after, days, hours, type Duration } from '#platform/duration';
import { enqueue } from '#platform/jobs';
import { deleteWithFiles } from '#platform/person-data';
import { removeUnnamedFiles } from '#platform/stored-files';
import { scanAttachmentJob } from '../scan-attachment-job';
import { attachment } from '../tables.server';

/** Rows of one transaction. */
const atOnce = 500;
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
  const { storage } = ctx.services.ports;
  const loose = await deleteWithFiles(ctx, {
    table: attachment,
    which: and(isNull(attachment.offerId), lt(attachment.createdAt, after(at, -kept as Duration)))!,
    remove: async (gone) => {
      for (const { storageKey } of gone) await storage.remove(storageKey).catch(() => undefined);
    },
  });
  const { removed: files } = await removeUnnamedFiles(ctx, {
    prefixes: ['attachment'],
    named: (keys) =>
      ctx.db
        .select({ key: attachment.storageKey })
        .from(attachment)
        .where(inArray(attachment.storageKey, keys)),
    before: after(at, -settled as Duration),
  });
  return { loose, files, realigned: await align(ctx) };
}

/** What came before there was a scanner is scanned now; what waits for one that is gone is 'not scanned'. */
async function align(ctx: Ctx): Promise<number> {
  for (let changed = 0; ;) {
    const step = await alignSome(ctx);
    changed += step;
    if (step < atOnce) return changed;
  }
}

function alignSome(ctx: Ctx): Promise<number> {
  const { configured } = ctx.services.ports.scanner;
  const [from, to] = configured
    ? (['not_scanned', 'pending'] as const)
    : (['pending', 'not_scanned'] as const);
  return transaction(ctx, async (tx) => {
    const changed = await tx.db
      .update(attachment)
      .set({ scan: to })
      .where(
        sql`ctid = any(array(select ctid from ${attachment}
          where scan = ${sql.raw(`'${from}'`)} and not erased limit ${atOnce} for update skip locked))`,
      )
      .returning({ id: attachment.id });
    if (configured)
      for (const { id } of changed) await enqueue(tx, scanAttachmentJob, { attachmentId: id });
    return changed.length;
  });
}
