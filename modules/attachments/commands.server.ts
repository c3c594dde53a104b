import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { and, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import { audit, withTransaction, defineJob, enqueue, type JobHandler } from '#engine';
import { now, sqlNow } from '#platform/time/clock';
import type { Ctx } from '#platform/context';
import { type ClaimedFile, damagedDocument } from '#platform/files/document';
import { after, days, type Duration, hours, minutes, seconds } from '#platform/base/duration';
import { AppError, isAppError } from '#platform/base/errors';
import { isId, newId } from '#platform/base/ids';
import { deleteWithFiles } from '#platform/privacy/person-data';
import { consumeRateLimit } from '#platform/limits/rate-limit';
import { defineSetting, readSetting } from '#platform/settings/settings';
import { removeUnnamedFiles } from '#platform/privacy/stored-files';
import { cleanText } from '#platform/text/text';
import { type FileContent, type IncomingFile, withFile } from '#platform/files/upload';
import {
  type OwnerCtx,
  type OwnerTx,
  toOwnAttachmentDto,
  unfitBeforeChoice,
} from './queries.server';
import { type ReadAttachment, readAttachmentTask } from './read-attachment-task';
import type { OwnAttachmentDto } from './schemas';
import { attachment } from './tables.server';
import { attachmentField, maxAttachments } from './values';

/** What one person's files may take in the store that belong to no offer and no message yet. */
export const attachmentQuota = defineSetting({
  key: 'attachments.quota',
  schema: z.strictObject({ bytes: z.int().positive(), files: z.int().positive() }),
  defaults: () => ({ bytes: 200 * 1024 * 1024, files: 60 }),
});

/** Files one person may send in ten minutes, accepted or not. One person plays many in the demo. */
export const attachmentsPerTenMinutes = defineSetting({
  key: 'attachments.per-ten-minutes',
  schema: z.int().positive(),
  defaults: (mode) => (mode === 'demo' ? 2_000 : 30),
});

/** Enqueued with each file while there is a scanner. One that is away is waited for about half a day, then staff retry. */
export const scanAttachmentJob = defineJob({
  name: 'attachments.scan',
  payload: z.strictObject({ attachmentId: z.uuid() }),
  retry: { limit: 20, delay: seconds(10), backoff: true },
  expiresAfter: minutes(3),
});

/** Attempts at a file of which the scanner itself says that it cannot judge it. */
const attemptsAtUnread = 3;

/** Asks the scanner about a stored file; throws to be tried again. An infected file loses its bytes. */
export const scanAttachmentHandler: JobHandler<typeof scanAttachmentJob.payload> = async (
  ctx,
  job,
) => {
  const { attachmentId: id } = job.payload;
  const [row] = await ctx.db.select().from(attachment).where(eq(attachment.id, id));
  if (!row || row.erased || row.scan !== 'pending') return;
  const { scanner, storage } = ctx.services.ports;
  const stored = await storage.get(row.storageKey);
  if (!stored) {
    ctx.log.error({ attachmentId: id }, 'attachments.lost');
    return;
  }
  const verdict = scanner.configured
    ? await scanner.scan(await buffer(stored.body))
    : 'not_scanned';
  if (!scanner.configured) stored.body.destroy();
  if (verdict === 'unread' && job.attempt < attemptsAtUnread)
    throw new Error('the scanner could not judge an attachment');
  const scan = verdict === 'unread' ? 'failed' : verdict;
  await withTransaction(ctx, async (tx) => {
    await tx.db.update(attachment).set({ scan }).where(eq(attachment.id, id));
    if (scan === 'infected')
      await audit(tx, { action: 'attachments.infected', object: { type: 'attachment', id } });
  });
  if (scan !== 'infected') return;
  await storage.remove(row.storageKey);
  await ctx.db.update(attachment).set({ erased: true }).where(eq(attachment.id, id));
};

interface NewAttachment extends ClaimedFile {
  readonly bytes: FileContent;
}

/**
 * Takes one file of the acting patient or clinic for an offer or a message that claims it within a day. `type` is the
 * media type that the sender declares, empty when it says nothing.
 *
 * @throws AppError `unsupported_file_type`, `validation_failed` on `attachment` (empty, damaged, too many pixels, the quota
 * of files that belong to nothing yet), `busy`, `too_many_requests`, `storage_full`, `unavailable`. Nothing stays behind
 * then.
 */
export async function addAttachment(
  ctx: OwnerCtx,
  { bytes, name, type }: NewAttachment,
): Promise<OwnAttachmentDto> {
  await takeTurn(ctx);
  return withFile(ctx.services.env.DATA_DIR, bytes, (file) => addFile(ctx, file, { name, type }));
}

async function addFile(
  ctx: OwnerCtx,
  { folder }: IncomingFile,
  claimed: ClaimedFile,
): Promise<OwnAttachmentDto> {
  const { file, ...read } = await ctx.services.fileWork
    .run(readAttachmentTask, {
      owner: ctx.actor.id,
      folder,
      input: claimed,
      refused: damagedDocument,
    })
    .catch(refusedHere);
  const storageKey = `attachment/${newId()}`;
  const { storage } = ctx.services.ports;
  await storage.put(storageKey, { path: path.join(folder, file) }, read.contentType);
  try {
    return await insert(ctx, { ...read, storageKey, name: cleanName(claimed.name) });
  } catch (error) {
    // A connection lost during COMMIT may have left a row that points at the file: then the sweep decides.
    if (isAppError(error)) await storage.remove(storageKey).catch(() => undefined);
    throw error;
  }
}

/** The reason stands at the field of this form. */
function refusedHere(error: unknown): never {
  if (!isAppError(error)) throw error;
  const { fields, ...details } = error.details;
  throw new AppError(error.code, {
    ...details,
    ...(fields ? { fields: { [attachmentField]: Object.values(fields).flat() } } : {}),
  });
}

/** Words only, never a path: at most 150 characters, one line. */
const cleanName = (name: string): string =>
  [...cleanText(name).replace(/\s+/g, ' ')].slice(-150).join('') || 'file';

/** Counted before anything is read: a refused file costs as much as a good one. */
async function takeTurn(ctx: OwnerCtx): Promise<void> {
  const limit = await readSetting(ctx, attachmentsPerTenMinutes);
  const rule = { name: 'attachments.uploads', limit, window: minutes(10) };
  const { allowed, retryAfterSeconds } = await consumeRateLimit(ctx, rule, ctx.actor.id);
  if (!allowed) throw new AppError('too_many_requests', { retryAfterSeconds });
}

function insert(
  ctx: OwnerCtx,
  read: Omit<ReadAttachment, 'file'> & { readonly storageKey: string; readonly name: string },
): Promise<OwnAttachmentDto> {
  return withTransaction(ctx, async (tx) => {
    const { kind: ownerKind, id: ownerId } = ctx.actor;
    // Uploads of one person take turns here, so that the quota holds for parallel ones as well.
    await tx.db.execute(
      sql`select pg_advisory_xact_lock(hashtextextended(${`attachments:${ownerId}`}, 0))`,
    );
    await refuseOverQuota(tx, ownerId, read.bytes);
    const { warnings: _warnings, ...row } = read;
    const id = newId();
    const scan = ctx.services.ports.scanner.configured ? 'pending' : 'not_scanned';
    await tx.db
      .insert(attachment)
      .values({ id, ownerKind, ownerId, ...row, scan, createdAt: sqlNow });
    if (scan === 'pending') await enqueue(tx, scanAttachmentJob, { attachmentId: id }, { key: id });
    return toOwnAttachmentDto({ id, ...row });
  });
}

async function refuseOverQuota(ctx: Ctx, ownerId: string, more: number): Promise<void> {
  const [used] = await ctx.db
    .select({
      files: sql<number>`count(*)::int`,
      bytes: sql<number>`coalesce(sum(${attachment.bytes}), 0)::float8`,
    })
    .from(attachment)
    .where(
      and(
        eq(attachment.ownerId, ownerId),
        isNull(attachment.offerId),
        eq(attachment.erased, false),
      ),
    );
  const quota = await readSetting(ctx, attachmentQuota);
  if (used && (used.files >= quota.files || used.bytes + more > quota.bytes))
    throw new AppError('validation_failed', {
      fields: { [attachmentField]: ['attachments.error.quota'] },
    });
}

/** What files are claimed for: an offer, or one message of its conversation. */
interface Parent {
  readonly offerId: string;
  readonly messageId?: string;
}

const refused = (reason: string): AppError =>
  new AppError('validation_failed', { fields: { attachments: [`attachments.error.${reason}`] } });

/**
 * Gives files of the acting patient or clinic to an offer or a message, within its own transaction. A file belongs to one
 * offer or one message; a revision may keep what its own offer has. `isOpen`: the offer is accepted; before that only
 * files are taken that could be read and hold no contact data.
 *
 * @throws AppError `validation_failed` on `attachments`: one is unknown, somebody else's, used elsewhere or infected; too
 * many; another kind of file, or contact data, before acceptance
 */
export async function claimAttachments(
  ctx: OwnerTx,
  ids: readonly string[],
  { parent, isOpen }: { parent: Parent; isOpen: boolean },
): Promise<void> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return;
  if (wanted.length > maxAttachments) throw refused('too-many');
  const { offerId, messageId = null } = parent;
  const isFree = isNull(attachment.offerId);
  const isOwn = and(
    eq(attachment.offerId, offerId),
    messageId === null ? isNull(attachment.messageId) : eq(attachment.messageId, messageId),
  );
  const claimed = await ctx.db
    .update(attachment)
    .set({ offerId, messageId, claimedAt: sqlNow })
    .where(
      and(
        inArray(attachment.id, wanted),
        eq(attachment.ownerKind, ctx.actor.kind),
        eq(attachment.ownerId, ctx.actor.id),
        eq(attachment.erased, false),
        or(isFree, isOwn),
      ),
    )
    .returning({
      contentType: attachment.contentType,
      contactData: attachment.contactData,
      readable: attachment.readable,
    });
  if (claimed.length !== wanted.length) throw refused('not-yours');
  if (isOpen) return;
  for (const file of claimed) {
    const unfit = unfitBeforeChoice(file);
    if (unfit) throw refused(unfit);
  }
}

/**
 * Removes a file of the acting patient or clinic that no offer and no message holds yet.
 *
 * @throws AppError `not_found` (also for somebody else's), `event_refused` once it is held
 */
export async function removeAttachment(ctx: OwnerCtx, { id }: { id: string }): Promise<void> {
  if (!isId(id)) throw new AppError('not_found');
  const isOwn = and(
    eq(attachment.id, id),
    eq(attachment.ownerKind, ctx.actor.kind),
    eq(attachment.ownerId, ctx.actor.id),
  );
  const [gone] = await ctx.db
    .delete(attachment)
    .where(and(isOwn, isNull(attachment.offerId)))
    .returning({ storageKey: attachment.storageKey });
  if (!gone) {
    const [held] = await ctx.db.select({ id: attachment.id }).from(attachment).where(isOwn);
    throw new AppError(held ? 'event_refused' : 'not_found');
  }
  // Out of reach without its row already; bytes that stay are the sweep's.
  await ctx.services.ports.storage
    .remove(gone.storageKey)
    .catch((error: unknown) =>
      ctx.log.warn({ err: error, attachmentId: id }, 'attachments.bytes-left'),
    );
}

/** Rows of one transaction. */
const atOnce = 500;
/** A file that no offer and no message claims goes after this. */
const kept = days(1);
/** A file younger than this may belong to an upload whose row is still to come. */
const settled = hours(1);

interface SweptAttachments {
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
  return withTransaction(ctx, async (tx) => {
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

const nothing = z.object({});

/** Sent by the clock once an hour. */
export const sweepAttachmentsJob = defineJob({
  name: 'attachments.sweep',
  payload: nothing,
  retry: { limit: 3, delay: minutes(1), backoff: true },
  expiresAfter: minutes(30),
});

export const sweepAttachmentsHandler: JobHandler<typeof nothing> = async (ctx) => {
  ctx.log.info({ ...(await sweepAttachments(ctx)) }, 'attachments.swept');
};
