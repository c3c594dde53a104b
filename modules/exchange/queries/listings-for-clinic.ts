import { desc, eq, sql, type SQL } from 'drizzle-orm';
import {
  categoriesOf,
  factsAmong,
  leadValueOf,
  priorityOf,
  type Category,
} from '#contracts/consultation';
import type { ActorOf } from '#platform/actor';
import type { Ctx } from '#platform/context';
import { readCursor, writeCursor } from '#platform/cursor';
import { AppError } from '#platform/errors';
import {
  countCap,
  type ClinicCapped,
  type ClinicCounts,
  type ClinicLeadsQuery,
  type LeadCard,
} from '../dto';
import { budgetsOfBucket, categoryOfFilter, type DateRange } from '../filters';
import { cityOf, type MatchingProfile } from '../matching';
import { budgetCodes, priorityCodes, shelvesOf } from '../shelf';
import { listing } from '../tables.server';
import { everyListing, searchFor } from '../terms';

type ClinicCtx = Ctx<ActorOf<'clinic'>>;

const pageSize = 20;

/** For a patient whose account is gone while the request is still to be closed. */
const nameless = '–';

/**
 * Published requests that match the acting clinic, newest publication first. What it reads does not grow with the list:
 * the newest rows of each shelf and term that fits, a page of each at most, of which the newest are the page.
 *
 * @throws AppError `invalid_cursor`; `forbidden` for a clinic that is not approved
 */
export async function listingsForClinic(
  ctx: ClinicCtx,
  profile: MatchingProfile,
  query: ClinicLeadsQuery = {},
): Promise<{ leads: LeadCard[]; nextCursor: string | null }> {
  requireApproved(ctx);
  const places = placesOf(profile, query);
  const page = newestOf(places, query);
  const rows = await ctx.readDb
    .select(shown)
    .from(listing)
    .innerJoin(page, eq(listing.id, sql`page.id`))
    .orderBy(desc(listing.publishedAt), desc(listing.id));
  const leads = rows.slice(0, pageSize);
  const last = leads.at(-1);
  return {
    leads: leads.map(toCard),
    nextCursor:
      rows.length > pageSize && last ? writeCursor({ at: last.publishedAt, id: last.id }) : null,
  };
}

/**
 * The figures of the acting clinic's tabs, whatever its list is narrowed by; none is counted beyond the cap.
 *
 * @throws AppError `forbidden` for a clinic that is not approved
 */
export async function countsForClinic(
  ctx: ClinicCtx,
  { specialties, city }: MatchingProfile,
): Promise<{ counts: ClinicCounts; capped: ClinicCapped }> {
  requireApproved(ctx);
  const shelves = shelvesOf(categoriesOf(specialties), { city: cityOf(city) });
  const { rows } = await ctx.readDb.execute<{ n: number }>(sql`
    select count(*)::int as n from (
      select from unnest(${sql.param(shelves)}::smallint[]) as place(shelf) cross join lateral (
        select from exchange.posting p where p.term = '' and p.shelf = place.shelf
        limit ${sql.raw(String(countCap + 1))}) one
      limit ${sql.raw(String(countCap + 1))}) found`);
  const found = rows[0]!.n;
  return {
    counts: { newLeads: Math.min(found, countCap), activeBids: 0, wonDeals: 0 },
    capped: found > countCap ? ['newLeads'] : [],
  };
}

function requireApproved({ actor }: ClinicCtx): void {
  if (!actor.approved) throw new AppError('forbidden');
}

/** Where to look: a term on a shelf. */
interface Place {
  readonly term: string;
  readonly shelf: number;
}

/** Every place where a request stands that the clinic sees and asked for; each request that fits is in one of them. */
function placesOf({ specialties, city }: MatchingProfile, query: ClinicLeadsQuery): Place[] {
  const { q, treatment, location } = query;
  const wanted = treatment && categoryOfFilter[treatment];
  const treatments = categoriesOf(specialties).filter((one) => !wanted || one === wanted);
  const own = cityOf(city);
  const named = location ? [location] : [];
  const on = (term: string, which: readonly Category[], more = named): Place[] =>
    shelvesOf(which, { city: own, named: more }).map((shelf) => ({ term, shelf }));
  if (!q) return on(everyListing, treatments);
  const search = searchFor(q);
  if (!search) return [];
  const whole = treatments.filter((one) => search.treatments.includes(one));
  const others = treatments.filter((one) => !whole.includes(one));
  return [
    ...on(everyListing, whole),
    ...search.cities.flatMap((one) => on(everyListing, others, [...named, one])),
    ...search.within.flatMap((one) =>
      on(one.term, others.includes(one.treatment) ? [one.treatment] : []),
    ),
    ...on(search.name, others),
  ];
}

const codes = (numbers: readonly number[]): SQL => sql`${sql.param([...numbers])}::smallint[]`;

/** The newest ids of the places, one more than a page holds. The ordered reads are planned once, whatever is asked. */
function newestOf(places: readonly Place[], query: ClinicLeadsQuery): SQL {
  const limit = sql.raw(String(pageSize + 1));
  const narrowed = Boolean(query.priority ?? query.budget);
  const values = narrowed
    ? sql`cross join unnest(${codes(prioritiesFor(query))}) as asked(priority)
        cross join unnest(${codes(budgetsFor(query))}) as wanted(budget)`
    : sql``;
  const fits = narrowed ? sql`and p.priority = asked.priority and p.budget = wanted.budget` : sql``;
  // A listing has several terms, and is shown once.
  const once = new Set(places.map(({ term }) => term)).size > 1 ? sql`distinct` : sql``;
  const terms = sql`${sql.param(places.map(({ term }) => term))}::text[]`;
  return sql`(
    with bound as materialized (${boundsOf(query)})
    select ${once} one.published_at, one.id
    from bound
    cross join unnest(${terms}, ${codes(places.map(({ shelf }) => shelf))}) as place(term, shelf) ${values}
    cross join lateral (
      select p.published_at, p.id from exchange.posting p
      where p.term = place.term and p.shelf = place.shelf ${fits} and p.published_at >= bound.since
        and (p.published_at, p.id) < (bound.before, bound.before_id)
      order by p.published_at desc, p.id desc limit ${limit}) one
    order by 1 desc, 2 desc limit ${limit}) page`;
}

const prioritiesFor = ({ priority }: ClinicLeadsQuery): number[] =>
  priority ? [priorityCodes[priority]] : Object.values(priorityCodes);

const budgetsFor = ({ budget }: ClinicLeadsQuery): number[] =>
  budget
    ? budgetsOfBucket[budget].map((one) => budgetCodes[one])
    : [0, ...Object.values(budgetCodes)];

/** Days and weeks (from Monday) of UTC. */
const startOf = (unit: 'day' | 'week' | 'month', more = ''): SQL =>
  sql.raw(`((date_trunc('${unit}', platform.now() at time zone 'UTC')${more}) at time zone 'UTC')`);

const begins: Record<DateRange, SQL> = {
  today: startOf('day'),
  yesterday: startOf('day', ` - interval '1 day'`),
  'this-week': startOf('week'),
  'this-month': startOf('month'),
};
const firstId = sql`'00000000-0000-0000-0000-000000000000'::uuid`;
const lastId = sql`'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid`;

/**
 * From when on, and before which row: after the cursor and within the dates. One upper bound in all, since the index is
 * entered there; computed once, not for each place.
 */
function boundsOf({ date, cursor }: ClinicLeadsQuery): SQL {
  const from = cursor ? readCursor(cursor) : null;
  const at = from ? sql`${from.at}::timestamptz` : sql`'infinity'::timestamptz`;
  const id = from ? sql`${from.id}::uuid` : lastId;
  const since = date ? begins[date] : sql`'-infinity'::timestamptz`;
  if (date !== 'yesterday')
    return sql`select ${since} as since, ${at} as before, ${id} as before_id`;
  const end = startOf('day');
  return sql`select ${since} as since, least(${at}, ${end}) as before,
    case when ${end} <= ${at} then ${firstId} else ${id} end as before_id`;
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
    patient: row.patient ?? nameless,
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
