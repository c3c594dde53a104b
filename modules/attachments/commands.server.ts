import type { Side } from '#platform/base/actor';
import { buffer } from 'node:stream/consumers';
import { and, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import {
  audit,
  withTransaction,
  defineClockJob,
  defineJob,
  enqueue,
  type JobHandler,
} from '#engine';
import { now, sqlNow } from '#platform/time/clock';
import type { Ctx, CtxOf, TxCtxOf } from '#platform/context';
import { type ClaimedFile, damagedDocument } from '#platform/files/document';
import * as stored from '#platform/files/stored';
import { countSetting } from '#platform/settings/settings';
import { countUpload, hasRoom, uploadQuota } from '#platform/limits/uploads';
import { after, days, type Duration, minutes, seconds } from '#platform/base/duration';
import { AppError, isAppError } from '#platform/base/errors';
import { newId } from '#platform/base/ids';
import { type FileContent, type IncomingFile, withFile } from '#platform/files/upload';
import { toOwnAttachmentDto, unfitBeforeChoice } from './queries.server';
import { type ReadAttachment, readAttachmentTask } from './read-attachment-task';
import type { OwnAttachmentDto } from './schemas';
import { attachment, attachmentFiles } from './tables.server';
import { attachmentField, maxAttachments } from './values';

/** What one person's files may take in the store that belong to no offer and no message yet. */
export const attachmentQuota = uploadQuota('attachments.quota');

/** Files one person may send in ten minutes, accepted or not. */
export const attachmentsPerTenMinutes = countSetting('attachments.per-ten-minutes', 30, 2_000);

/** Enqueued with each file while there is a scanner. One that is away is waited for about half a day, then staff retry. */
export const scanAttachmentJob = defineJob({
  name: 'attachments.scan',
  payload: z.strictObject({ attachmentId: z.uuid() }),
  retry: { limit: 20, delay: seconds(10), backoff: true },
  expiresAfter: minutes(3),
});

/** Asks the scanner about a stored file; throws to be tried again. An infected file loses its bytes. */
export const scanAttachmentHandler: JobHandler<typeof scanAttachmentJob.payload> = async (
  ctx,
  job,
) => {
  const { attachmentId: id } = job.payload;
  const [row] = await ctx.db.select().from(attachment).where(eq(attachment.id, id));
  if (!row || row.erased || row.scan !== 'pending') return;
  const found = await ctx.services.ports.storage.get(row.storageKey);
  if (!found) {
    ctx.log.error({ attachmentId: id }, 'attachments.lost');
    return;
  }
  const bytes = await buffer(found.body);
  const scan = await stored.scanOf(ctx, bytes, { attempt: job.attempt, what: 'an attachment' });
  await withTransaction(ctx, async (tx) => {
    await tx.db.update(attachment).set({ scan }).where(eq(attachment.id, id));
    if (scan === 'infected')
      await audit(tx, { action: 'attachments.infected', object: { type: 'attachment', id } });
  });
  if (scan === 'infected') await stored.eraseFiles(ctx, attachmentFiles, row);
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
  ctx: CtxOf<Side>,
  { bytes, name, type }: NewAttachment,
): Promise<OwnAttachmentDto> {
  await countUpload(ctx, 'attachments.uploads', attachmentsPerTenMinutes, ctx.actor.id);
  return withFile(ctx.services.env.DATA_DIR, bytes, (file) => addFile(ctx, file, { name, type }));
}

async function addFile(
  ctx: CtxOf<Side>,
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
  const made = { folder, file, contentType: read.contentType };
  return stored.storeFiles(ctx, attachmentFiles, made, (storageKey) =>
    insert(ctx, { ...read, storageKey, name: stored.cleanFileName(claimed.name, 'file') }),
  );
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

function insert(
  ctx: CtxOf<Side>,
  read: Omit<ReadAttachment, 'file'> & { readonly storageKey: string; readonly name: string },
): Promise<OwnAttachmentDto> {
  return withTransaction(ctx, async (tx) => {
    const { kind: ownerKind, id: ownerId } = ctx.actor;
    // Uploads of one person take turns here, so that the quota holds for parallel ones as well.
    await tx.db.execute(
      sql`select pg_advisory_xact_lock(hashtextextended(${`attachments:${ownerId}`}, 0))`,
    );
    const which = sql`owner_id = ${ownerId} and offer_id is null and not erased`;
    const more = { files: 1, bytes: read.bytes };
    if (!(await hasRoom(tx, attachmentFiles, { quota: attachmentQuota, which, more })))
      throw new AppError('validation_failed', {
        fields: { [attachmentField]: ['attachments.error.quota'] },
      });
    const { warnings: _warnings, ...row } = read;
    const id = newId();
    const scan = stored.firstScan(ctx);
    await tx.db
      .insert(attachment)
      .values({ id, ownerKind, ownerId, ...row, scan, createdAt: sqlNow });
    if (scan === 'pending') await enqueue(tx, scanAttachmentJob, { attachmentId: id }, { key: id });
    return toOwnAttachmentDto({ id, ...row });
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
  ctx: TxCtxOf<Side>,
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
export async function removeAttachment(ctx: CtxOf<Side>, { id }: { id: string }): Promise<void> {
  const { kind, id: ownerId } = ctx.actor;
  const own = and(eq(attachment.ownerKind, kind), eq(attachment.ownerId, ownerId))!;
  await stored.deleteUnheld(
    ctx,
    attachmentFiles,
    { id, own, holder: attachment.offerId },
    (error) => ctx.log.warn({ err: error, attachmentId: id }, 'attachments.bytes-left'),
  );
}

/** A file that no offer and no message claims goes after this. */
const kept = days(1);
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
  const before = after(await now(ctx), -kept as Duration);
  const loose = await stored.deleteWithFiles(
    ctx,
    attachmentFiles,
    and(isNull(attachment.offerId), lt(attachment.createdAt, before))!,
  );
  const { removed: files } = await stored.removeUnnamedFiles(ctx, [attachmentFiles]);
  const realigned = await stored.alignScans(ctx, attachmentFiles, {
    which: sql`not erased`,
    inTransaction: (step) => withTransaction(ctx, step),
    rescan: (tx, attachmentId) => enqueue(tx, scanAttachmentJob, { attachmentId }),
  });
  return { loose, files, realigned };
}

/** Sent by the clock once an hour. */
export const sweepAttachmentsJob = defineClockJob('attachments.sweep');

export const sweepAttachmentsHandler: JobHandler<typeof sweepAttachmentsJob.payload> = async (
  ctx,
) => {
  ctx.log.info({ ...(await sweepAttachments(ctx)) }, 'attachments.swept');
};
