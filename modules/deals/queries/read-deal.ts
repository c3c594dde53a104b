import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { ActorOf } from '#platform/actor';
import type { Ctx } from '#platform/context';
import { readCursor, writeCursor } from '#platform/cursor';
import { isAmong } from '#platform/list-query';
import type { DealFields, DealSummary } from '../dto';
import type { DealStatus } from '../status';
import {
  confirmationsOf,
  dealsOf,
  mayLook,
  ownDealWithReview,
  teamMessagesOf,
  timesOf,
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

/** The acting side's deals, by the ids of their offers; an offer that has none, or is not theirs, is missing. */
export async function dealsOfOffers(
  ctx: PartyCtx,
  offerIds: readonly string[],
): Promise<ReadonlyMap<string, DealSummary>> {
  if (offerIds.length === 0 || !mayLook(ctx)) return new Map();
  const rows = await ctx.db
    .select()
    .from(deal)
    .where(and(dealsOf(ctx), isAmong(deal.offerId, offerIds)));
  return new Map(rows.map((row) => [row.offerId, toSummary(row)]));
}

const pageSize = 20;

/**
 * The acting clinic's deals that stand at `status`, newest first, 20 a page.
 *
 * @throws AppError `invalid_cursor`
 */
export async function dealsOfClinic(
  ctx: Ctx<ActorOf<'clinic'>>,
  { status, cursor }: { status: DealStatus; cursor?: string },
): Promise<{ deals: DealSummary[]; nextCursor: string | null }> {
  if (!mayLook(ctx)) return { deals: [], nextCursor: null };
  const from = cursor ? readCursor(cursor) : null;
  const rows = await ctx.db
    .select()
    .from(deal)
    .where(
      and(
        dealsOf(ctx),
        eq(deal.status, status),
        from
          ? sql`(${deal.createdAt}, ${deal.id}) < (${from.at}::timestamptz, ${from.id}::uuid)`
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

/** So many treatments that lie ahead of a patient are shown as such; who has more sees the newest. */
const mostAhead = 50;

const isAhead = ({ actor }: Ctx<ActorOf<'patient'>>) =>
  and(eq(deal.patientId, actor.id), inArray(deal.status, ['accepted', 'scheduled']));

/** The acting patient's deals whose treatment lies ahead or is not settled, the newest 50. */
export async function dealsAhead(ctx: Ctx<ActorOf<'patient'>>): Promise<DealSummary[]> {
  const rows = await ctx.db
    .select()
    .from(deal)
    .where(isAhead(ctx))
    .orderBy(desc(deal.createdAt), desc(deal.id))
    .limit(mostAhead);
  return rows.map(toSummary);
}

/** The offers of two of {@link dealsAhead}: enough to know whether one alone lies ahead. */
export async function foremostDeals(ctx: Ctx<ActorOf<'patient'>>): Promise<string[]> {
  const rows = await ctx.db
    .select({ offerId: deal.offerId })
    .from(deal)
    .where(isAhead(ctx))
    .orderBy(desc(deal.createdAt), desc(deal.id))
    .limit(2);
  return rows.map(({ offerId }) => offerId);
}

/** The acting patient's deals of these requests; a request has one at most. */
export async function dealsOfLeads(
  ctx: Ctx<ActorOf<'patient'>>,
  leadIds: readonly string[],
): Promise<DealSummary[]> {
  if (leadIds.length === 0) return [];
  const rows = await ctx.db
    .select()
    .from(deal)
    .where(and(eq(deal.patientId, ctx.actor.id), isAmong(deal.leadId, leadIds)));
  return rows.map(toSummary);
}
