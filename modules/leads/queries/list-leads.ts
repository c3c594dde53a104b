import type { ActorOf } from '#platform/actor';
import type { Ctx } from '#platform/context';
import { readCursor, writeCursor } from '#platform/cursor';
import type { LeadDto } from '../dto';
import { ownLeadsAfter } from '../repo.server';
import { activeStatuses, closedStatuses } from '../status';
import { toOwnLead } from '../to-dto';

/** Rows of one page of every list. */
export const pageSize = 20;

/**
 * The acting patient's requests, newest first. `tab` narrows to those in progress, or to those that are over.
 *
 * @throws AppError `invalid_cursor`
 */
export async function listLeads(
  ctx: Ctx<ActorOf<'patient'>>,
  { cursor, tab }: { cursor?: string; tab?: 'active' | 'completed' } = {},
): Promise<{ leads: LeadDto[]; nextCursor: string | null }> {
  const rows = await ownLeadsAfter(ctx, {
    cursor: cursor ? readCursor(cursor) : null,
    limit: pageSize,
    statuses: tab && (tab === 'active' ? activeStatuses : closedStatuses),
  });
  const page = rows.slice(0, pageSize);
  const last = page.at(-1);
  return {
    leads: page.map((row) => toOwnLead(ctx, row)),
    nextCursor:
      rows.length > pageSize && last ? writeCursor({ at: last.createdAt, id: last.id }) : null,
  };
}
