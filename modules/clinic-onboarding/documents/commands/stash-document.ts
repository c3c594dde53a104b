import type { Ctx } from '#platform/context';
import { minutes } from '#platform/duration';
import { AppError } from '#platform/errors';
import { newId, sha256 } from '#platform/ids';
import { takePoint } from '#platform/rate-limit';
import { readSetting } from '#platform/settings';
import { cleanText } from '#platform/text';
import type { ClaimedFile } from '../checks/judge-type';
import { readDocument } from '../checks/read-document.server';
import { phoneOf, type OwnerCtx } from '../owner';
import { usageOf } from '../repo.server';
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

/**
 * Checks one uploaded document of the acting clinic and puts it into the store. `keepDocuments` gives it a row,
 * `dropDocuments` takes it away again; what is left without either is the sweep's.
 *
 * @throws AppError as `readDocument`; `validation_failed` when the quota is used up; `too_many_requests`;
 * `storage_full`, `unavailable` from the store
 */
export async function stashDocument(ctx: OwnerCtx, file: ClaimedFile): Promise<StashedDocument> {
  const phone = phoneOf(ctx);
  await takeTurn(ctx, phone);
  await refuseOverQuota(ctx, phone, { files: 1, bytes: 0 });
  const { bytes, contentType, warnings } = await readDocument(file);
  const storageKey = `document/${newId()}`;
  await ctx.services.ports.storage.put(storageKey, bytes, contentType);
  return {
    storageKey,
    name: cleanName(file.name),
    contentType,
    bytes: bytes.length,
    sha256: sha256(bytes).toString('hex'),
    uploadSha256: sha256(file.bytes).toString('hex'),
    warnings,
  };
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
