import { nameForOthers } from '#platform/contact-in-name';
import { arrayContains, desc, eq, sql, type SQL } from 'drizzle-orm';
import { categoriesOf, factsAmong, leadValueOf, priorityOf } from '#contracts/consultation';
import type { ActorOf } from '#platform/actor';
import type { Ctx } from '#platform/context';
import { writeCursor } from '#platform/cursor';
import { AppError } from '#platform/errors';
import { countCap, type ClinicLeadsQuery, type LeadCard, type SavedQuery } from '../dto';
import { cityOf, type MatchingProfile } from '../matching';
import { shelvesOf } from '../shelf';
import { listing } from '../tables.server';
import { newestOf } from './newest-of';

type ClinicCtx = Ctx<ActorOf<'clinic'>>;

const pageSize = 20;

/** For a patient whose account is gone while the request is still to be closed. */
const nameless = '–';

/** What a clinic's list is made of: who it is for, and what decides what it can hold. */
export interface Viewer extends MatchingProfile {
  readonly clinicId: string;
}

export interface NewLeads {
  /** Not above {@link countCap}. */
  readonly newLeads: number;
  /** There are more. */
  readonly capped: boolean;
}

/**
 * Published requests that match the acting clinic and that it has no live offer for, newest publication first, with how
 * many there are in all. What it reads does not grow with the list: the newest rows of each shelf and term that fits, a
 * page of each at most, of which the newest are the page.
 *
 * @throws AppError `invalid_cursor`; `forbidden` for a clinic that is not approved
 */
export async function listingsForClinic(
  ctx: ClinicCtx,
  profile: MatchingProfile,
  query: ClinicLeadsQuery = {},
): Promise<{ leads: LeadCard[]; nextCursor: string | null } & NewLeads> {
  requireApproved(ctx);
  const page = newestOf(profile, query, pageSize + 1);
  const rows = await ctx.readDb
    .with(bidsOf(ctx, ctx.actor.id))
    .select({ ...shown, counted: sql<number>`counted.n` })
    .from(countedFor(profile))
    .leftJoin(page, sql`true`)
    .leftJoin(listing, eq(listing.id, sql`page.id`))
    .orderBy(desc(listing.publishedAt), desc(listing.id));
  const found = rows.filter((row): row is Shown & typeof row => row.id !== null);
  const leads = found.slice(0, pageSize);
  const last = leads.at(-1);
  return {
    leads: leads.map(toCard),
    nextCursor:
      found.length > pageSize && last ? writeCursor({ at: last.publishedAt, id: last.id }) : null,
    ...cappedAt(rows[0]!.counted),
  };
}

/**
 * How many new leads the acting clinic has, whatever its list is narrowed by; none is counted beyond the cap.
 *
 * @throws AppError `forbidden` for a clinic that is not approved
 */
export async function countsForClinic(ctx: ClinicCtx, profile: MatchingProfile): Promise<NewLeads> {
  requireApproved(ctx);
  const [counted] = await ctx.readDb
    .with(bidsOf(ctx, ctx.actor.id))
    .select({ n: sql<number>`counted.n` })
    .from(countedFor(profile));
  return cappedAt(counted!.n);
}

/**
 * When the newest request was published that is in a clinic's list, fits `query` and came `after` a moment; null where
 * there is none.
 */
export async function newestMatch(
  ctx: Ctx,
  { clinicId, ...profile }: Viewer,
  { query, after }: { query: SavedQuery; after: Date },
): Promise<Date | null> {
  const page = newestOf(profile, query, 1, after);
  const [found] = await ctx.readDb
    .with(bidsOf(ctx, clinicId))
    .select({ publishedAt: listing.publishedAt })
    .from(listing)
    .innerJoin(page, eq(listing.id, sql`page.id`));
  return found?.publishedAt ?? null;
}

/** The requests that a clinic has a live offer for: they are its bids, and no new leads. */
const bidsOf = (ctx: Ctx, clinicId: string) =>
  ctx.readDb.$with('bids').as(
    ctx.readDb
      .select({ id: listing.id })
      .from(listing)
      .where(arrayContains(listing.offeredBy, [clinicId])),
  );

/** One row: how many there are, at most one more than the cap. */
function countedFor({ specialties, city }: MatchingProfile): SQL {
  const shelves = shelvesOf(categoriesOf(specialties), { city: cityOf(city) });
  const most = sql.raw(String(countCap + 1));
  return sql`(
    select count(*)::int as n from (
      select from unnest(${sql.param(shelves)}::smallint[]) as place(shelf) cross join lateral (
        select from exchange.posting p where p.term = '' and p.shelf = place.shelf
          and p.id not in (select id from bids) limit ${most}) one
      limit ${most}) found) counted`;
}

const cappedAt = (n: number): NewLeads => ({
  newLeads: Math.min(n, countCap),
  capped: n > countCap,
});

function requireApproved({ actor }: ClinicCtx): void {
  if (!actor.approved) throw new AppError('forbidden');
}

/** Neither notes nor the ids of photos: a list has no use for them. */
const shown = {
  id: listing.id,
  patient: listing.patient,
  ...factsAmong(listing),
  photos: listing.photos,
  publishedAt: listing.publishedAt,
  offersCount: listing.offersCount,
};
type Shown = Pick<typeof listing.$inferSelect, keyof typeof shown>;

const dollars = (cents: number | null): number | null => cents && cents / 100;

function toCard(row: Shown): LeadCard {
  const { locations, ...facts } = factsAmong(row);
  return {
    _id: row.id,
    patient: row.patient === null ? nameless : nameForOthers(row.patient),
    ...facts,
    location: locations.length > 0 ? locations.join(', ') : null,
    photos: row.photos,
    requestedAt: row.publishedAt.toISOString(),
    priority: priorityOf(row.timeline),
    status: 'new',
    bidsCount: row.offersCount,
    leadValue: dollars(leadValueOf(row.budget)),
  };
}
