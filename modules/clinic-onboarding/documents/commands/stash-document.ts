import path from 'node:path';
import type { Ctx } from '#platform/context';
import { damagedDocument, type ClaimedFile } from '#platform/document';
import { minutes } from '#platform/duration';
import { AppError } from '#platform/errors';
import { newId } from '#platform/ids';
import { takePoint } from '#platform/rate-limit';
import { readSetting } from '#platform/settings';
import { cleanText } from '#platform/text';
import { withFile, type FileContent, type IncomingFile } from '#platform/upload';
import { readDocumentTask } from '../read-document-task';
import { phoneOf, type OwnerCtx } from '../../owner';
import { usageOf } from '../../document-repo.server';
import { documentQuota, documentsPerTenMinutes } from '../settings';

/** A document that was checked and lies in the store, of which no row knows yet. */
export interface StashedDocument {
  readonly storageKey: string;
  readonly name: string;
  readonly contentType: string;
  readonly bytes: number;
  /** Of the stored bytes, hex. */
  readonly sha256: string;
  /** Of the bytes as they came, hex: what makes a repeated request the same. */
  readonly uploadSha256: string;
  readonly warnings: string[];
}

/** A document as it came: its name, its declared type, and its content. */
export interface ClaimedDocument extends ClaimedFile {
  readonly bytes: FileContent;
}

/**
 * Checks one uploaded document of the acting clinic and puts it into the store. `keepDocuments` gives it a row,
 * `dropDocuments` takes it away again; what is left without either is the sweep's.
 *
 * @throws AppError as `readDocument`; `busy` when too many files wait; `validation_failed` when the quota is used up;
 * `too_many_requests`; `storage_full`, `unavailable` from the store
 */
export async function stashDocument(
  ctx: OwnerCtx,
  { bytes, ...claimed }: ClaimedDocument,
): Promise<StashedDocument> {
  const phone = phoneOf(ctx);
  await takeTurn(ctx, phone);
  await refuseOverQuota(ctx, phone, { files: 1, bytes: 0 });
  return withFile(ctx.services.env.DATA_DIR, bytes, (file) =>
    stashFile(ctx, file, { name: claimed.name, type: claimed.type }),
  );
}

async function stashFile(
  ctx: OwnerCtx,
  { folder, sha256 }: IncomingFile,
  claimed: ClaimedFile,
): Promise<StashedDocument> {
  const { file, contentType, ...facts } = await ctx.services.fileWork.run(readDocumentTask, {
    owner: phoneOf(ctx),
    folder,
    input: claimed,
    refused: damagedDocument,
  });
  const storageKey = `document/${newId()}`;
  await ctx.services.ports.storage.put(storageKey, { path: path.join(folder, file) }, contentType);
  const name = cleanName(claimed.name);
  return { storageKey, name, contentType, uploadSha256: sha256, ...facts };
}

/** Words only, never a path: at most 150 characters, one line. */
const cleanName = (name: string): string =>
  [...cleanText(name).replace(/\s+/g, ' ')].slice(-150).join('') || 'document';

/** Counted before anything is read: a refused file costs as much as a good one. */
async function takeTurn(ctx: Ctx, phone: string): Promise<void> {
  const limit = await readSetting(ctx, documentsPerTenMinutes);
  const rule = { name: 'clinic-onboarding.documents', limit, window: minutes(10) };
  const { allowed, retryAfterSeconds } = await takePoint(ctx, rule, phone);
  if (!allowed) throw new AppError('too_many_requests', { retryAfterSeconds });
}

/** @throws AppError `validation_failed` */
export async function refuseOverQuota(
  ctx: Ctx,
  phone: string,
  more: { files: number; bytes: number },
): Promise<void> {
  const [used, quota] = [await usageOf(ctx, phone), await readSetting(ctx, documentQuota)];
  if (used.files + more.files > quota.files || used.bytes + more.bytes > quota.bytes)
    throw new AppError('validation_failed', { fields: { documents: ['documents.error.quota'] } });
}
