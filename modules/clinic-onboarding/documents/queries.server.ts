import type { Readable } from 'node:stream';
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { audit } from '#engine';
import type { ActorOf } from '#platform/base/actor';
import { AppError } from '#platform/base/errors';
import { isId } from '#platform/base/ids';
import type { Ctx } from '#platform/context';
import { nameForSaving } from '#platform/files/document';
import { type DocumentRow, type OwnerCtx, phoneOf, toDocumentDto } from '../queries.server';
import type { DocumentDto } from '../schemas';
import { clinic, clinicDocument } from '../tables.server';

const present = (phone: string) =>
  and(eq(clinicDocument.phone, phone), isNull(clinicDocument.removedAt));

/** What lies there of a phone, oldest first. */
export const documentsOfPhone = (ctx: Ctx, phone: string): Promise<DocumentRow[]> =>
  ctx.db
    .select()
    .from(clinicDocument)
    .where(present(phone))
    .orderBy(asc(clinicDocument.createdAt), asc(clinicDocument.id));

/** A document of this phone that was not removed. */
export async function findDocument(
  ctx: Ctx,
  phone: string,
  id: string,
): Promise<DocumentRow | null> {
  if (!isId(id)) return null;
  const [row] = await ctx.db
    .select()
    .from(clinicDocument)
    .where(and(present(phone), eq(clinicDocument.id, id)));
  return row ?? null;
}

/** What a phone's documents take in the store. */
export async function usageOf(ctx: Ctx, phone: string): Promise<{ files: number; bytes: number }> {
  const [row] = await ctx.db
    .select({
      files: sql<number>`count(*)::int`,
      bytes: sql<number>`coalesce(sum(${clinicDocument.bytes}), 0)::float8`,
    })
    .from(clinicDocument)
    .where(and(eq(clinicDocument.phone, phone), eq(clinicDocument.erased, false)));
  return row ?? { files: 0, bytes: 0 };
}

/** The clinic that a phone has registered. */
export async function clinicOfPhone(ctx: Ctx, phone: string) {
  const [row] = await ctx.db
    .select({ id: clinic.id, status: clinic.status })
    .from(clinic)
    .where(eq(clinic.phone, phone));
  return row ?? null;
}

/** Marks rows whose bytes are gone from the store. */
export async function markErased(ctx: Ctx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0)
    await ctx.db
      .update(clinicDocument)
      .set({ erased: true })
      .where(inArray(clinicDocument.id, [...ids]));
}

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
