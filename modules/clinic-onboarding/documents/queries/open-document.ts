import type { Readable } from 'node:stream';
import type { Ctx } from '#platform/context';
import { nameForSaving } from '#platform/document';
import { AppError } from '#platform/errors';
import { phoneOf, type OwnerCtx } from '../../owner';
import { findDocument, type DocumentRow } from '../../document-repo.server';

export interface OpenedDocument {
  readonly body: Readable;
  readonly bytes: number;
  /** By content. */
  readonly type: string;
  readonly name: string;
  /** A picture that we encoded ourselves. */
  readonly inline: boolean;
}

/**
 * The bytes of a document of the acting clinic.
 *
 * @throws AppError `not_found`, the same for one of somebody else, a removed one and none at all;
 * `document_unchecked` while a scanner is there that has not called it clean
 */
export async function openDocument(ctx: OwnerCtx, { id }: { id: string }): Promise<OpenedDocument> {
  const row = await findDocument(ctx, phoneOf(ctx), id);
  if (!row || row.erased) throw new AppError('not_found');
  const { configured } = ctx.services.ports.scanner;
  if (row.scan !== 'clean' && (configured || row.scan !== 'not_scanned'))
    throw new AppError('document_unchecked');
  return openBytes(ctx, row);
}

/** @throws AppError `not_found` when the store does not have it */
export async function openBytes(
  ctx: Ctx,
  { storageKey, contentType, name }: DocumentRow,
): Promise<OpenedDocument> {
  const found = await ctx.services.ports.storage.get(storageKey);
  if (!found) throw new AppError('not_found');
  return {
    ...found,
    type: contentType,
    name: nameForSaving(name, contentType),
    inline: contentType.startsWith('image/'),
  };
}
