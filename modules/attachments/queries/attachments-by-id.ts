import { and, eq, isNull, or } from 'drizzle-orm';
import type { Ctx } from '#platform/context';
import { isAmong } from '#platform/list-query';
import type { AttachmentDto, OwnAttachmentDto } from '../dto';
import type { OwnerCtx } from '../owner';
import { attachment } from '../tables.server';
import { toAttachmentDto, toOwnAttachmentDto } from '../to-dto';

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
  ctx: OwnerCtx,
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
