import { and, desc, sql } from 'drizzle-orm';
import { readCursor, writeCursor } from '#platform/cursor';
import type { DealFields, DealSummary } from '../dto';
import {
  confirmationsOf,
  dealsOf,
  ownDealWithReview,
  teamMessagesOf,
  timesOf,
  type DealRow,
  type PartyCtx,
} from '../repo.server';
import { toDeal, toSummary } from '../to-dto';
import { deal } from '../tables.server';

/** A deal of the acting side, and whose contact belongs to it: both read by who puts the answer together. */
export interface ReadDeal {
  readonly deal: DealFields;
  readonly patientId: string;
}

/**
 * A deal of the acting side, by its offer's id.
 *
 * @throws AppError `not_found`
 */
export async function readDeal(ctx: PartyCtx, { offerId }: { offerId: string }): Promise<ReadDeal> {
  const found = await ownDealWithReview(ctx, offerId);
  const { id, patientId } = found.deal;
  const [times, confirmations, fromTeam] = await Promise.all([
    timesOf(ctx, id),
    confirmationsOf(ctx, id),
    teamMessagesOf(ctx, id),
  ]);
  return {
    deal: toDeal(ctx.actor.kind, { ...found, times, confirmations, fromTeam }),
    patientId,
  };
}

/** Rows of one page of every list. */
const pageSize = 20;

/**
 * The acting side's deals, newest first.
 *
 * @throws AppError `invalid_cursor`
 */
export async function listDeals(
  ctx: PartyCtx,
  { cursor }: { cursor?: string } = {},
): Promise<{ deals: DealSummary[]; nextCursor: string | null }> {
  const after = cursor ? readCursor(cursor) : null;
  const rows: DealRow[] = await ctx.db
    .select()
    .from(deal)
    .where(
      and(
        dealsOf(ctx),
        after
          ? sql`(${deal.createdAt}, ${deal.id}) < (${after.at}::timestamptz, ${after.id}::uuid)`
          : undefined,
      ),
    )
    .orderBy(desc(deal.createdAt), desc(deal.id))
    .limit(pageSize + 1);
  const page = rows.slice(0, pageSize);
  const last = page.at(-1);
  return {
    deals: page.map(toSummary),
    nextCursor:
      rows.length > pageSize && last ? writeCursor({ at: last.createdAt, id: last.id }) : null,
  };
}
