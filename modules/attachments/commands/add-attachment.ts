import path from 'node:path';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { sqlNow } from '#platform/clock';
import { transaction, type Ctx } from '#platform/context';
import { damagedDocument, type ClaimedFile } from '#platform/document';
import { minutes } from '#platform/duration';
import { AppError, isAppError } from '#platform/errors';
import { newId } from '#platform/ids';
import { enqueue } from '#platform/jobs';
import { takePoint } from '#platform/rate-limit';
import { readSetting } from '#platform/settings';
import { cleanText } from '#platform/text';
import { withFile, type FileContent, type IncomingFile } from '#platform/upload';
import type { OwnAttachmentDto } from '../dto';
import { attachmentField } from '../uploading';
import { scanAttachmentJob } from '../scan-attachment-job';
import type { OwnerCtx } from '../owner';
import { readAttachmentTask, type ReadAttachment } from '../read-attachment-task';
import { attachmentQuota, attachmentsPerTenMinutes } from '../settings';
import { attachment } from '../tables.server';
import { toOwnAttachmentDto } from '../to-dto';

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
  const { allowed, retryAfterSeconds } = await takePoint(ctx, rule, ctx.actor.id);
  if (!allowed) throw new AppError('too_many_requests', { retryAfterSeconds });
}

function insert(
  ctx: OwnerCtx,
  read: Omit<ReadAttachment, 'file'> & { readonly storageKey: string; readonly name: string },
): Promise<OwnAttachmentDto> {
  return transaction(ctx, async (tx) => {
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
