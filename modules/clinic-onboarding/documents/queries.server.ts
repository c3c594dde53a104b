import type { Readable } from 'node:stream';
import { eq } from 'drizzle-orm';
import type { ActorOf } from '#platform/base/actor';
import { audit } from '#engine';
import type { Ctx } from '#platform/context';
import { nameForSaving } from '#platform/files/document';
import { AppError } from '#platform/base/errors';
import { isId } from '#platform/base/ids';
import { type DocumentRow, documentsOfPhone, findDocument } from '../document-repo.server';
import type { DocumentDto } from '../dto';
import { type OwnerCtx, phoneOf } from '../owner';
import { clinicDocument } from '../tables.server';
import { toDocumentDto } from '../to-dto';

/** What the acting clinic, or the verified phone, has handed in; oldest first. */
export const documentsOf = async (ctx: OwnerCtx): Promise<DocumentDto[]> =>
  (await documentsOfPhone(ctx, phoneOf(ctx))).map(toDocumentDto);

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

/**
 * The bytes of any clinic's document for a member of staff, whatever the scanner says of it. The read is in the
 * audit log before the first byte leaves.
 *
 * @throws AppError `not_found`, also when the bytes were erased
 */
export async function openDocumentAsStaff(
  ctx: Ctx<ActorOf<'staff'>>,
  { id }: { id: string },
): Promise<OpenedDocument> {
  if (!isId(id)) throw new AppError('not_found');
  const [row] = await ctx.db.select().from(clinicDocument).where(eq(clinicDocument.id, id));
  if (!row || row.erased) throw new AppError('not_found');
  await audit(ctx, {
    action: 'clinic-onboarding.document-read',
    object: { type: 'document', id },
    facts: { scan: row.scan },
  });
  return openBytes(ctx, row);
}
