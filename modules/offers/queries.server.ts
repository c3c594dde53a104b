import { isAmong } from '#platform/base/columns.server';
import {
  and,
  desc,
  eq,
  getTableColumns,
  gt,
  inArray,
  lt,
  ne,
  not,
  sql,
  type SQL,
} from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { Actor, ActorOf, Side } from '#platform/base/actor';
import { sqlNow } from '#platform/time/clock';
import type { Ctx, CtxOf, TxCtx } from '#platform/context';
import { readCursor, writeCursor } from '#platform/base/cursor';
import { AppError } from '#platform/base/errors';
import { isId } from '#platform/base/ids';
import type { Assumption } from './schemas';
import { offer, readingEnd, revision } from './tables.server';
import {
  type BidGroup,
  bidGroups,
  type Currency,
  type DeclineReason,
  isLive,
  liveStatuses,
  type OfferStatus,
  totalOf,
} from './values';

type OfferRow = typeof offer.$inferSelect;
type RevisionRow = typeof revision.$inferSelect;

/** An offer with what it says now. */
export interface Offer extends OfferRow {
  /** Its clinic reads nothing of the patient any more, and nobody writes. */
  readonly isClosed: boolean;
  readonly content: RevisionRow;
}

/** In the words of the indexes. */
export const isLiveRow = sql`${offer.status} in ('${sql.raw(liveStatuses.join("', '"))}')`;

/** Those of the acting person: the patient's own requests', the clinic's own. */
const isOwn = ({ actor }: CtxOf<Side>): SQL =>
  actor.kind === 'patient' ? eq(offer.patientId, actor.id) : eq(offer.clinicId, actor.id);

/** By the database's time, at each reading: no job has to run for an end to take effect. */
const isOver = sql`${readingEnd.until} <= ${sqlNow}`;
const isClosedRow = sql<boolean>`exists (select from ${readingEnd}
  where ${readingEnd.offerId} = offers.offer.id and ${isOver})`;

/** The columns of an offer and of its current revision, and where both are found. */
export const selectOffers = ({ db }: Pick<Ctx, 'db'>) =>
  db
    .select({
      ...getTableColumns(offer),
      isClosed: isClosedRow,
      content: getTableColumns(revision),
    })
    .from(offer)
    .innerJoin(revision, and(eq(revision.offerId, offer.id), eq(revision.revision, offer.revision)))
    .$dynamic();

/** @throws AppError `not_found`, the same for somebody else's, a missing and an impossible id. */
export async function ownOffer(ctx: CtxOf<Side>, id: string): Promise<Offer> {
  const [row] = isId(id) ? await selectOffers(ctx).where(and(eq(offer.id, id), isOwn(ctx))) : [];
  if (!row) throw new AppError('not_found');
  return row;
}

/** Why an offer takes no event any more: it ran out, also where its clock has not rung yet, or it is decided. */
export async function whyClosed(ctx: Ctx, id: string): Promise<AppError> {
  const [row] = await ctx.db
    .select({
      status: offer.status,
      late: sql<boolean>`${offer.endedAt} is null and ${offer.expiresAt} <= ${sqlNow}`,
    })
    .from(offer)
    .where(eq(offer.id, id));
  const expired = row?.status === 'expired' || row?.late;
  return new AppError(expired ? 'offer_expired' : 'already_decided');
}

/** Ids of the live offers of a request, in one order; whoever changes them holds its lock. */
export async function liveIdsOf(ctx: TxCtx<Actor>, leadId: string): Promise<string[]> {
  const rows = await ctx.db
    .select({ id: offer.id })
    .from(offer)
    .where(and(eq(offer.leadId, leadId), isLiveRow))
    .orderBy(offer.id);
  return rows.map(({ id }) => id);
}

/** What still counts comes first. */
const standing = sql`${offer.status} not in ('pending', 'negotiating', 'accepted')`;

/** More than the largest cap, and some that are over. */
const mostOfLead = 70;

/**
 * Offers for a request of the acting patient with what they say now: those that stand first, each part newest first;
 * of those that are over the newest. Empty for a request of somebody else.
 */
export async function offersOfLead(
  ctx: CtxOf<'patient'>,
  { leadId }: { leadId: string },
): Promise<Offer[]> {
  if (!isId(leadId)) return [];
  return selectOffers(ctx)
    .where(and(eq(offer.leadId, leadId), isOwn(ctx)))
    .orderBy(standing, desc(offer.createdAt), desc(offer.id))
    .limit(mostOfLead);
}

/** What these offers said before their last revision, by offer; nothing for those that were never revised. */
export async function previousRevisions(
  ctx: CtxOf<'patient'>,
  offers: ReadonlyArray<Pick<Offer, 'id' | 'revision'>>,
): Promise<ReadonlyMap<string, RevisionRow>> {
  const revised = offers.filter((one) => one.revision > 1).map(({ id }) => id);
  if (revised.length === 0) return new Map();
  const rows = await ctx.db
    .select(getTableColumns(revision))
    .from(revision)
    .innerJoin(
      offer,
      and(eq(offer.id, revision.offerId), eq(revision.revision, sql`${offer.revision} - 1`)),
    )
    .where(and(isAmong(offer.id, revised), isOwn(ctx)));
  return new Map(rows.map((row) => [row.offerId, row]));
}

const mostRevisions = 20;

/**
 * One offer of the acting patient or clinic with what it said before, newest first, so that what changed can be shown.
 *
 * @throws AppError `not_found`
 */
export async function readOffer(
  ctx: CtxOf<Side>,
  { offerId }: { offerId: string },
): Promise<Offer & { earlier: RevisionRow[] }> {
  const found = await ownOffer(ctx, offerId);
  const earlier =
    found.revision === 1
      ? []
      : await ctx.db
          .select(getTableColumns(revision))
          .from(revision)
          .where(and(eq(revision.offerId, found.id), lt(revision.revision, found.revision)))
          .orderBy(desc(revision.revision))
          .limit(mostRevisions);
  return { ...found, earlier };
}

/** The acting clinic's offer for a request: the one that stands, else the last one; null without any. */
export async function ownOfferFor(
  ctx: CtxOf<'clinic'>,
  { leadId }: { leadId: string },
): Promise<Offer | null> {
  if (!isId(leadId)) return null;
  const [row] = await selectOffers(ctx)
    .where(and(eq(offer.leadId, leadId), isOwn(ctx)))
    .orderBy(standing, desc(offer.createdAt), desc(offer.id))
    .limit(1);
  return row ?? null;
}

const pageSize = 20;

/**
 * Offers of the acting clinic, newest first, 20 a page: those it waits for (`active`), those that were chosen (`won`) or
 * those that are over otherwise (`lost`).
 *
 * @throws AppError `invalid_cursor`
 */
export async function bidsOfClinic(
  ctx: CtxOf<'clinic'>,
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
export async function bidsAmong(ctx: CtxOf<'clinic'>, ids: readonly string[]): Promise<Offer[]> {
  if (ids.length === 0) return [];
  const rows = await selectOffers(ctx).where(and(isOwn(ctx), isAmong(offer.id, ids)));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

const order = ({ createdAt, id }: { createdAt: Date; id: string }): string =>
  `${createdAt.toISOString()} ${id}`;

/** How many offers of the acting clinic are live, and how many were chosen; of each status no more than one beyond `cap` is counted. */
export async function countBids(
  ctx: CtxOf<'clinic'>,
  { cap }: { cap: number },
): Promise<{ activeBids: number; wonDeals: number }> {
  const upTo = (status: OfferStatus) =>
    sql`(select 1 from offers.offer where clinic_id = ${ctx.actor.id} and status = ${status} limit ${cap + 1})`;
  const { rows } = await ctx.readDb.execute<{ activeBids: number; wonDeals: number }>(sql`
    select (select count(*)::int from (${upTo('pending')} union all ${upTo('negotiating')}) a) as "activeBids",
      (select count(*)::int from ${upTo('accepted')} w) as "wonDeals"`);
  return rows[0]!;
}

/** Between whom an offer is, and where it stands. */
export interface Parties {
  readonly leadId: string;
  readonly patientId: string;
  readonly clinicId: string;
  readonly status: OfferStatus;
  readonly isLive: boolean;
  /** Its clinic reads nothing of the patient any more, and nobody writes. */
  readonly isClosed: boolean;
}

/**
 * Whom an offer is between, for whoever hangs something on it. Patients and clinics find their own only; staff and the
 * product itself any.
 *
 * @throws AppError `not_found`
 */
export async function partiesOf(
  ctx: Ctx<ActorOf<Side> | ActorOf<'staff'> | ActorOf<'system'>>,
  { offerId }: { offerId: string },
): Promise<Parties> {
  const { actor } = ctx;
  const own =
    actor.kind === 'patient' || actor.kind === 'clinic' ? isOwn({ ...ctx, actor }) : undefined;
  const { leadId, patientId, clinicId, status } = offer;
  const [row] = isId(offerId)
    ? await ctx.db
        .select({ leadId, patientId, clinicId, status, isClosed: isClosedRow })
        .from(offer)
        .where(and(eq(offer.id, offerId), own))
    : [];
  if (!row) throw new AppError('not_found');
  return { ...row, isLive: isLive(row.status) };
}

/** Of which of these offers the clinic reads nothing of the patient any more; whoever asks knows whose they are. */
export async function closedAmong(
  ctx: Ctx,
  offerIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (offerIds.length === 0) return new Set();
  const rows = await ctx.db
    .select({ id: readingEnd.offerId })
    .from(readingEnd)
    .where(and(isAmong(readingEnd.offerId, offerIds), isOver));
  return new Set(rows.map(({ id }) => id));
}

/** For which requests which of their clinics read nothing of the patient any more. */
export const closedOffersOf = (
  ctx: Ctx,
  leadIds: readonly string[],
): Promise<Array<{ leadId: string; clinicId: string }>> =>
  ctx.db
    .select({ leadId: offer.leadId, clinicId: offer.clinicId })
    .from(offer)
    .where(and(isAmong(offer.leadId, leadIds), isClosedRow));

/** Which clinics have a live offer for these requests, by request; in one order. */
export async function clinicsOffering(
  ctx: Ctx,
  leadIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await ctx.db
    .select({ leadId: offer.leadId, clinicId: offer.clinicId })
    .from(offer)
    .where(and(isAmong(offer.leadId, leadIds), isLiveRow))
    .orderBy(offer.leadId, offer.clinicId);
  const byLead = new Map<string, string[]>();
  for (const { leadId, clinicId } of rows)
    byLead.set(leadId, [...(byLead.get(leadId) ?? []), clinicId]);
  return byLead;
}

/** Live offers of a clinic and what they are for, by ascending id; up to `limit` of those with a greater id than `after`; null: from the first on. */
export const liveOffersOf = (
  ctx: Ctx,
  { clinicId, after, limit }: { clinicId: string; after: string | null; limit: number },
): Promise<Array<{ id: string; leadId: string }>> =>
  ctx.db
    .select({ id: offer.id, leadId: offer.leadId })
    .from(offer)
    .where(and(eq(offer.clinicId, clinicId), isLiveRow, after ? gt(offer.id, after) : undefined))
    .orderBy(offer.id)
    .limit(limit);

/** What became of the acting clinic's offers of the last 90 days. */
export interface OfferFigures {
  readonly sent: number;
  readonly won: number;
  /** Of those sent: chosen or not chosen. One that was withdrawn, ran out or lost its request was not decided. */
  readonly decided: number;
}

/** Counted up to here; nobody acts on what is beyond. */
const most = 10_000;

/** How the acting clinic's offers of the last 90 days have fared. */
export async function offerFigures(ctx: CtxOf<'clinic'>): Promise<OfferFigures> {
  const { rows } = await ctx.readDb.execute<{ sent: number; won: number; decided: number }>(sql`
    select count(*)::int as sent,
      (count(*) filter (where status = 'accepted'))::int as won,
      (count(*) filter (where status = 'accepted'
        or (status = 'declined' and declined_because <> 'request-ended')))::int as decided
    from (
      select status, declined_because from offers.offer
      where clinic_id = ${ctx.actor.id} and created_at > platform.now() - interval '90 days'
      limit ${sql.raw(String(most))}) recent`);
  return rows[0]!;
}

export interface OfferOutcome {
  /** The patient's one tap; null without it. */
  readonly declineReason: DeclineReason | null;
  /** Where its price lay, from 1 for the lowest, and among how many; null where that was not known or not compared. */
  readonly pricePlace: number | null;
  readonly priceAmong: number | null;
}

/** What became of offers, as their clinics may know it, by id; one that is unknown is missing. For the words of notices. */
export async function outcomesOf(
  ctx: Ctx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, OfferOutcome>> {
  if (ids.length === 0) return new Map();
  const { id, declineReason, pricePlace, priceAmong } = offer;
  const rows = await ctx.db
    .select({ id, declineReason, pricePlace, priceAmong })
    .from(offer)
    .where(isAmong(id, ids));
  return new Map(rows.map(({ id: offerId, ...outcome }) => [offerId, outcome]));
}

/** How long a live offer can still be accepted, in whole minutes; null when it is over. */
export async function minutesLeft(
  ctx: Ctx,
  { offerId }: { offerId: string },
): Promise<number | null> {
  const left = sql<number>`extract(epoch from ${offer.expiresAt} - platform.now()) / 60`;
  const [row] = await ctx.db
    .select({ left })
    .from(offer)
    .where(and(eq(offer.id, offerId), isLiveRow));
  const minutes = Math.floor(Number(row?.left ?? 0));
  return minutes > 0 ? minutes : null;
}

/** What a revision of an offer asks for, without its extras and with them, and what it rests on. */
interface RevisionPrice {
  /** Cents of a currency (ISO 4217). */
  readonly sealed: { readonly amountCents: number; readonly currency: string };
  /** The same with every extra that has a price. */
  readonly totalCents: number;
  readonly assumptions: readonly Assumption[];
}

/** The price of a revision of an offer; throws when there is no such revision. */
export async function priceOfRevision(
  ctx: Ctx,
  asked: { offerId: string; revision: number },
): Promise<RevisionPrice> {
  const { amountCents, currency, items, assumptions } = revision;
  const [found] = await ctx.db
    .select({ amountCents, currency, items, assumptions })
    .from(revision)
    .where(and(eq(revision.offerId, asked.offerId), eq(revision.revision, asked.revision)));
  if (!found) throw new Error(`offer ${asked.offerId} has no revision ${asked.revision}`);
  return {
    sealed: { amountCents: found.amountCents, currency: found.currency },
    totalCents: totalOf(found),
    assumptions: found.assumptions ?? [],
  };
}

/** What one clinic asked for one request, without whose request it was. */
export interface OfferedPrice {
  readonly clinicId: string;
  readonly amountCents: number;
}

/** Prices offered for these requests in one currency, newest first; what a clinic took back was not an offer. */
export async function pricesOfLeads(
  ctx: Ctx,
  { leadIds, currency, most }: { leadIds: readonly string[]; currency: Currency; most: number },
): Promise<OfferedPrice[]> {
  if (leadIds.length === 0) return [];
  return ctx.readDb
    .select({ clinicId: offer.clinicId, amountCents: revision.amountCents })
    .from(offer)
    .innerJoin(revision, and(eq(revision.offerId, offer.id), eq(revision.revision, offer.revision)))
    .where(
      and(
        inArray(offer.leadId, [...leadIds]),
        ne(offer.status, 'withdrawn'),
        eq(revision.currency, currency),
      ),
    )
    .orderBy(desc(offer.createdAt), desc(offer.id))
    .limit(most);
}

const standingStatuses = [...liveStatuses, 'accepted'] as const;

/** Where the acting clinic's offer for a request stands, live or accepted; null when it has none that counts or its reading is over. */
export async function standingOffer(
  ctx: CtxOf<'clinic'>,
  { leadId }: { leadId: string },
): Promise<(typeof standingStatuses)[number] | null> {
  const [row] = await ctx.db
    .select({ status: offer.status })
    .from(offer)
    .where(
      and(
        eq(offer.leadId, leadId),
        eq(offer.clinicId, ctx.actor.id),
        inArray(offer.status, standingStatuses),
        not(isClosedRow),
      ),
    );
  return (row?.status as (typeof standingStatuses)[number] | undefined) ?? null;
}

/**
 * Notes where prices lay among the offers of their currency, for clinics that were not chosen ('second of four'); equal
 * prices share a place, and one that has no other to be compared with has none. With `declined`, of that offer alone,
 * among the live ones; without, of all live ones beside the accepted one, if they are in its currency. Under the lock of
 * the request.
 */
export async function notePlaces(
  ctx: TxCtx,
  { leadId, declined }: { leadId: string; declined?: string },
): Promise<void> {
  const whose = declined
    ? sql`s.id = ${declined}`
    : sql`s.status <> 'accepted' and s.currency = (select currency from standing where status = 'accepted')`;
  await ctx.db.execute(sql`
    with standing as (
      select o.id, o.status, r.currency,
        rank() over (partition by r.currency order by r.amount_cents) as place,
        count(*) over (partition by r.currency) as among
      from offers.offer o
      join offers.revision r on r.offer_id = o.id and r.revision = o.revision
      where o.lead_id = ${leadId}
        and (o.status in ('pending', 'negotiating', 'accepted') or o.id = ${declined ?? null}))
    update offers.offer o set price_place = s.place, price_among = s.among
    from standing s where o.id = s.id and s.among > 1 and ${whose}`);
}
