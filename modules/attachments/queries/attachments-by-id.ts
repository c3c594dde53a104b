import type { Ctx } from '#platform/context';
import { isAmong } from '#platform/list-query';
import type { AttachmentDto } from '../dto';
import { attachment } from '../tables.server';
import { toAttachmentDto } from '../to-dto';

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
