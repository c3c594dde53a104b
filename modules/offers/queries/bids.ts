import { and, desc, eq, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { ActorOf } from '#platform/actor';
import type { Ctx } from '#platform/context';
import { readCursor, writeCursor } from '#platform/cursor';
import { isAmong } from '#platform/list-query';
import { isOwn, selectOffers, type Offer } from '../repo.server';
import { bidGroups, type BidGroup, type OfferStatus } from '../status';
import { offer } from '../tables.server';

type ClinicCtx = Ctx<ActorOf<'clinic'>>;

const pageSize = 20;

/**
 * Offers of the acting clinic, newest first, 20 a page: those it waits for (`active`), those that were chosen (`won`) or
 * those that are over otherwise (`lost`).
 *
 * @throws AppError `invalid_cursor`
 */
export async function bidsOfClinic(
  ctx: ClinicCtx,
  { group, cursor }: { group: BidGroup; cursor?: string },
): Promise<{ bids: Offer[]; nextCursor: string | null }> {
  const from = cursor ? readCursor(cursor) : null;
  const after = from
    ? sql`(${offer.createdAt}, ${offer.id}) < (${from.at}::timestamptz, ${from.id}::uuid)`
    : undefined;
  // Each status by itself is in its order in the index.
  const newest = (status: OfferStatus) =>
    ctx.db
      .select({ id: offer.id, createdAt: offer.createdAt })
      .from(offer)
      .where(and(isOwn(ctx), eq(offer.status, status), after))
      .orderBy(desc(offer.createdAt), desc(offer.id))
      .limit(pageSize + 1);
  const [first, ...others] = bidGroups[group].map(newest);
  const [second, ...more] = others;
  const found = second ? await unionAll(first!, second, ...more) : await first!;
  const newestFirst = found.sort((a, b) => order(b).localeCompare(order(a)));
  const page = newestFirst.slice(0, pageSize);
  const rows = await selectOffers(ctx).where(
    isAmong(
      offer.id,
      page.map(({ id }) => id),
    ),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  const last = page.at(-1);
  return {
    bids: page.flatMap(({ id }) => byId.get(id) ?? []),
    nextCursor:
      newestFirst.length > pageSize && last
        ? writeCursor({ at: last.createdAt, id: last.id })
        : null,
  };
}

/** The acting clinic's offers among these ids, in their order. */
export async function bidsAmong(ctx: ClinicCtx, ids: readonly string[]): Promise<Offer[]> {
  if (ids.length === 0) return [];
  const rows = await selectOffers(ctx).where(and(isOwn(ctx), isAmong(offer.id, ids)));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

const order = ({ createdAt, id }: { createdAt: Date; id: string }): string =>
  `${createdAt.toISOString()} ${id}`;

/** How many offers of the acting clinic are live, and how many were chosen; of each status no more than one beyond `cap` is counted. */
export async function countBids(
  ctx: ClinicCtx,
  { cap }: { cap: number },
): Promise<{ activeBids: number; wonDeals: number }> {
  const upTo = (status: OfferStatus) =>
    sql`(select 1 from offers.offer where clinic_id = ${ctx.actor.id} and status = ${status} limit ${cap + 1})`;
  const { rows } = await ctx.readDb.execute<{ activeBids: number; wonDeals: number }>(sql`
    select (select count(*)::int from (${upTo('pending')} union all ${upTo('negotiating')}) a) as "activeBids",
      (select count(*)::int from ${upTo('accepted')} w) as "wonDeals"`);
  return rows[0]!;
}
