import { isAmong } from '#platform/base/columns.server';
import { and, eq, isNull, or } from 'drizzle-orm';
import { maskText } from '#platform/masking/mask';
import type { Side } from '#platform/base/actor';
import { fileNameForOthers } from '#platform/text/contact-in-name';
import { findRow } from '#platform/lists/find-row';
import type { Ctx, CtxOf } from '#platform/context';
import { nameForSaving } from '#platform/files/document';
import { openFile, type OpenedFile, requireScanned } from '#platform/files/stored';
import { AppError } from '#platform/base/errors';
import type { AttachmentDto, OwnAttachmentDto } from './schemas';
import { attachment, attachmentFiles } from './tables.server';
import type { UnfitReason } from './values';

/** Whose files these are. */

type Judged = Pick<typeof attachment.$inferSelect, 'contactData' | 'readable'>;

/** Why a file is not sent before an offer is accepted: it holds contact data, or not all of it could be read. */
export function unfitBeforeChoice({ contactData, readable }: Judged): UnfitReason | null {
  if (contactData.length > 0) return 'contact-data';
  return readable ? null : 'unreadable';
}

type Columns = typeof attachment.$inferSelect;
type Shown = Pick<Columns, 'id' | 'name' | 'contentType' | 'bytes'>;

/**
 * `isOpen`: names are shown as they are, since the offer was accepted or the reader is the owner before it is sent; else
 * without contact data, and none at all where one names a handle or a messenger.
 */
const toAttachmentDto = (
  { id, name, contentType: type, bytes }: Shown,
  { isOpen }: { isOpen: boolean },
): AttachmentDto => ({
  ...{ id, type, bytes },
  name: isOpen ? name : fileNameForOthers(maskText(name).text),
});

/** For its owner, before it is sent. */
export function toOwnAttachmentDto(
  row: Shown & Pick<Columns, 'contactData' | 'readable'>,
): OwnAttachmentDto {
  const unfit = unfitBeforeChoice(row);
  return { ...toAttachmentDto(row, { isOpen: true }), ...(unfit ? { unfit } : {}) };
}

/**
 * Files by their ids, for whoever may see what holds them; `isOpen` shows names as they are, before acceptance they are
 * masked. One statement, none for no ids.
 */
export async function attachmentsById(
  ctx: Ctx,
  { ids, isOpen }: { ids: readonly string[]; isOpen: boolean },
): Promise<Map<string, AttachmentDto>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.db
    .select({
      id: attachment.id,
      name: attachment.name,
      contentType: attachment.contentType,
      bytes: attachment.bytes,
    })
    .from(attachment)
    .where(isAmong(attachment.id, ids));
  return new Map(rows.map((row) => [row.id, toAttachmentDto(row, { isOpen })]));
}

/**
 * Those of these files that the acting person can send with an offer, in the order asked for: they are theirs, and belong
 * to nothing or to that offer itself. One statement, none for no ids.
 */
export async function sendableAttachments(
  ctx: CtxOf<Side>,
  { ids, offerId }: { ids: readonly string[]; offerId: string | null },
): Promise<OwnAttachmentDto[]> {
  if (ids.length === 0) return [];
  const isOfOffer =
    offerId === null
      ? undefined
      : and(eq(attachment.offerId, offerId), isNull(attachment.messageId));
  const rows = await ctx.db
    .select()
    .from(attachment)
    .where(
      and(
        isAmong(attachment.id, ids),
        eq(attachment.ownerKind, ctx.actor.kind),
        eq(attachment.ownerId, ctx.actor.id),
        eq(attachment.erased, false),
        or(isNull(attachment.offerId), isOfOffer),
      ),
    );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    return row ? [toOwnAttachmentDto(row)] : [];
  });
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
  ctx: CtxOf<Side>,
  { id }: { id: string },
): Promise<OpenedFile> {
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
): Promise<OpenedFile> {
  const row = await find(ctx, id);
  if (!row || row.offerId !== offerId) throw new AppError('not_found');
  return open(ctx, row, { isOpen });
}

async function find(ctx: Ctx, id: string): Promise<Row | null> {
  return findRow(ctx, attachment, id, { which: eq(attachment.erased, false) });
}

function open(ctx: Ctx, row: Row, { isOpen }: { isOpen: boolean }): Promise<OpenedFile> {
  requireScanned(ctx, row);
  const { name, type } = toAttachmentDto(row, { isOpen });
  return openFile(ctx, attachmentFiles, row, { name: nameForSaving(name, type), type });
}
