import { and, eq } from 'drizzle-orm';
import type { Readable } from 'node:stream';
import type { Ctx } from '#platform/context';
import { nameForSaving } from '#platform/document';
import { AppError } from '#platform/errors';
import { isId } from '#platform/ids';
import type { OwnerCtx } from '../owner';
import { attachment } from '../tables.server';
import { toAttachmentDto } from '../to-dto';

export interface OpenedAttachment {
  readonly body: Readable;
  readonly bytes: number;
  /** By content. */
  readonly type: string;
  readonly name: string;
  /** A picture that we encoded ourselves. */
  readonly inline: boolean;
}

type Row = typeof attachment.$inferSelect;

/** The offer that a file belongs to, itself or through a message; null for one that is nobody's yet, and for none. */
export async function offerOfAttachment(ctx: Ctx, { id }: { id: string }): Promise<string | null> {
  return (await find(ctx, id))?.offerId ?? null;
}

/**
 * The bytes of a file of the acting patient or clinic.
 *
 * @throws AppError `not_found`, the same for somebody else's and none; `document_unchecked`
 */
export async function openOwnAttachment(
  ctx: OwnerCtx,
  { id }: { id: string },
): Promise<OpenedAttachment> {
  const row = await find(ctx, id);
  const isOwn = row?.ownerKind === ctx.actor.kind && row.ownerId === ctx.actor.id;
  if (!row || !isOwn) throw new AppError('not_found');
  return open(ctx, row, { isOpen: true });
}

/**
 * The bytes of a file of an offer, for somebody of whom the caller knows that they may see that offer's conversation.
 *
 * @throws AppError `not_found`, also for a file of another offer; `document_unchecked`
 */
export async function openAttachmentOf(
  ctx: Ctx,
  { id, offerId, isOpen }: { id: string; offerId: string; isOpen: boolean },
): Promise<OpenedAttachment> {
  const row = await find(ctx, id);
  if (!row || row.offerId !== offerId) throw new AppError('not_found');
  return open(ctx, row, { isOpen });
}

async function find(ctx: Ctx, id: string): Promise<Row | null> {
  if (!isId(id)) return null;
  const [row] = await ctx.db
    .select()
    .from(attachment)
    .where(and(eq(attachment.id, id), eq(attachment.erased, false)));
  return row ?? null;
}

async function open(
  ctx: Ctx,
  row: Row,
  { isOpen }: { isOpen: boolean },
): Promise<OpenedAttachment> {
  const { configured } = ctx.services.ports.scanner;
  if (row.scan !== 'clean' && (configured || row.scan !== 'not_scanned'))
    throw new AppError('document_unchecked');
  const found = await ctx.services.ports.storage.get(row.storageKey);
  if (!found) throw new AppError('not_found');
  const { name, type } = toAttachmentDto(row, { isOpen });
  return {
    ...found,
    type,
    name: nameForSaving(name, type),
    inline: type.startsWith('image/'),
  };
}
