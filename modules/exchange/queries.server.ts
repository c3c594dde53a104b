import { and, arrayContains, asc, desc, eq, gt, inArray, not, sql, type SQL } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import {
  categoriesOf,
  type Category,
  type City,
  detailsAmong,
  leadValueOf,
  priorityOf,
} from '#contracts/consultation';
import { nameForOthers } from '#platform/text/contact-in-name';
import type { Ctx, CtxOf } from '#platform/context';
import { readCursor, writeCursor } from '#platform/base/cursor';
import { AppError } from '#platform/base/errors';
import type { PresentListing } from './commands.server';
import {
  cityOf,
  codesFor,
  everyListing,
  type MatchingProfile,
  searchFor,
  bucketsOf,
  standingOf,
  termsOf,
} from './rules';
import { type ClinicLeadsQuery, countCap, type LeadCard, type SavedQuery } from './schemas';
import { assignment, listing, posting, postingOrders } from './tables.server';
import { categoryOfFilter, type DateRange, type NarrowingName, narrowingNames } from './values';

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
  const on = (term: string, which: readonly Category[], said?: City): Place[] =>
    bucketsOf(which, { city: own, within: location, said }).map((shelf) => ({ term, shelf }));
  if (!q) return on(everyListing, treatments);
  const search = searchFor(q);
  if (!search) return [];
  const whole = treatments.filter((one) => search.treatments.includes(one));
  const others = treatments.filter((one) => !whole.includes(one));
  return [
    ...on(everyListing, whole),
    ...search.cities.flatMap((one) => on(everyListing, others, one)),
    ...search.within.flatMap((one) =>
      on(one.term, others.includes(one.treatment) ? [one.treatment] : []),
    ),
    ...on(search.name, others),
  ];
}

const codes = (numbers: readonly number[]): SQL => sql`${sql.param([...numbers])}::smallint[]`;

/**
 * The newest ids that a clinic sees, asked for, and is not among the `bids` of the statement that this is a part of, as
 * `page`. The ordered reads are planned once, whatever is asked.
 */
function newestOf(
  profile: MatchingProfile,
  query: ClinicLeadsQuery,
  most: number,
  after: Date | null = null,
): SQL {
  const places = placesOf(profile, query);
  const limit = sql.raw(String(most));
  const { values, fits } = narrowed(query);
  // A listing has several terms, and is shown once.
  const once = new Set(places.map(({ term }) => term)).size > 1 ? sql`distinct` : sql``;
  const terms = sql`${sql.param(places.map(({ term }) => term))}::text[]`;
  return sql`(
    with bound as materialized (${boundsOf(query, after)})
    select ${once} one.published_at, one.id
    from bound
    cross join unnest(${terms}, ${codes(places.map(({ shelf }) => shelf))}) as place(term, shelf) ${values}
    cross join lateral (
      select p.published_at, p.id from exchange.posting p
      where p.term = place.term and p.shelf = place.shelf ${fits} and p.published_at >= bound.since
        and (p.published_at, p.id) < (bound.before, bound.before_id)
        and p.id not in (select id from bids)
      order by p.published_at desc, p.id desc limit ${limit}) one
    order by 1 desc, 2 desc limit ${limit}) page`;
}

/** Before a cursor of the list's own: it is within the requests that ask the clinic, which come first. */
const amongAsked = 'asked.';

/**
 * The newest requests that ask a clinic and fit what is asked for, wherever the clinic is, as `asked_page`. There are as
 * many as patients chose it and it has not answered yet.
 */
function newestAsked(viewer: Viewer, query: ClinicLeadsQuery, most: number): SQL {
  const { cursor, ...rest } = query;
  const within = cursor?.startsWith(amongAsked);
  if (cursor && !within)
    return sql`(select null::timestamptz as published_at, null::uuid as id where false)`;
  const bounds = boundsOf(
    { ...rest, cursor: within ? cursor!.slice(amongAsked.length) : undefined },
    null,
  );
  const { values, fits } = placedAsked(viewer, rest);
  return sql`(
    with bound as materialized (${bounds})
    select l.published_at, l.id from bound, exchange.listing l
    where l.asked @> array[${viewer.clinicId}::uuid] and l.published_at >= bound.since
      and (l.published_at, l.id) < (bound.before, bound.before_id) and ${fits}
      and exists (select from exchange.posting k where k.id = l.id and ${values})
    order by 1 desc, 2 desc limit ${sql.raw(String(most))})`;
}

/** As {@link placesOf} and {@link narrowed}, asked of each listing itself. */
function placedAsked(
  { specialties }: MatchingProfile,
  { q, treatment, location, ...query }: ClinicLeadsQuery,
): { values: SQL; fits: SQL } {
  const wanted = treatment && categoryOfFilter[treatment];
  const treatments = categoriesOf(specialties).filter((one) => !wanted || one === wanted);
  const texts = (list: readonly string[]): SQL => sql`${sql.param([...list])}::text[]`;
  const near = location
    ? sql`(cardinality(l.locations) = 0 or l.locations @> ${texts([location])})`
    : sql`true`;
  const found = q ? searchFor(q) : null;
  const terms = found ? [found.name, ...found.within.map(({ term }) => term)] : [everyListing];
  const named = found
    ? sql`(k.term = any(${texts(terms)}) or l.treatment = any(${texts(found.treatments)}) or l.locations && ${texts(found.cities)})`
    : sql`k.term = any(${texts(terms)})`;
  const codesFit = narrowingNames
    .filter((name) => query[name] !== undefined)
    .map(
      (name) =>
        sql`k.${sql.identifier(posting[name].name)} = any(${codes(codesFor(name, query[name]))})`,
    );
  return {
    // Words without a letter or a digit find nothing.
    fits: q && !found ? sql`false` : sql`l.treatment = any(${texts(treatments)}) and ${near}`,
    values: sql.join([named, ...codesFit], sql` and `),
  };
}

/** What narrows a list, as the index that is read has it. */
function narrowed(query: ClinicLeadsQuery): { values: SQL; fits: SQL } {
  const asked = narrowingNames.filter((name) => query[name] !== undefined);
  const order = postingOrders.find((one) => asked.every((name) => one.includes(name)))!;
  const column = (name: NarrowingName) => sql.identifier(posting[name].name);
  // The condition of an index that lacks something is written where that index is meant.
  const lacking = order.length > 0 ? narrowingNames.filter((name) => !order.includes(name)) : [];
  return {
    values: spaced(
      order.map((name) => {
        const wanted = codes(codesFor(name, query[name]));
        return sql`cross join unnest(${wanted}) as ${asTable(name)}(code)`;
      }),
    ),
    fits: spaced([
      ...lacking.map((name) => sql`and p.${column(name)} >= 0`),
      ...order.map((name) => sql`and p.${column(name)} = ${asTable(name)}.code`),
    ]),
  };
}

const asTable = (name: NarrowingName): SQL => sql.raw(`asked_${name}`);
const spaced = (parts: readonly SQL[]): SQL => sql.join([...parts], sql` `);

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
function boundsOf({ date, cursor }: ClinicLeadsQuery, after: Date | null): SQL {
  const from = cursor ? readCursor(cursor) : null;
  const at = from ? sql`${from.at}::timestamptz` : sql`'infinity'::timestamptz`;
  const id = from ? sql`${from.id}::uuid` : lastId;
  const begin = date ? begins[date] : sql`'-infinity'::timestamptz`;
  // Publications are known to the millisecond.
  const since = after
    ? sql`greatest(${begin}, ${after.toISOString()}::timestamptz + interval '1 millisecond')`
    : begin;
  if (date !== 'yesterday')
    return sql`select ${since} as since, ${at} as before, ${id} as before_id`;
  const end = startOf('day');
  return sql`select ${since} as since, least(${at}, ${end}) as before,
    case when ${end} <= ${at} then ${firstId} else ${id} end as before_id`;
}

const pageSize = 20;

/** For a patient whose account is gone while the request is still to be closed. */
const nameless = '–';

/** What a clinic's list is made of: who it is for, and what decides what it can hold. */
interface Viewer extends MatchingProfile {
  readonly clinicId: string;
}

interface NewLeads {
  /** Not above {@link countCap}. */
  readonly newLeads: number;
  /** There are more. */
  readonly capped: boolean;
}

/**
 * Published requests that match the acting clinic and that it has no live offer for, with how many there are in all: those
 * that ask it come first, wherever it is, each part with the newest publication first. What it reads does not grow with the
 * list: the newest rows of each place and term that fits, a page of each at most, of which the newest are the page.
 *
 * @throws AppError `invalid_cursor`; `forbidden` for a clinic that is not approved
 */
export async function listingsForClinic(
  ctx: CtxOf<'clinic'>,
  profile: MatchingProfile,
  query: ClinicLeadsQuery = {},
): Promise<{ leads: LeadCard[]; nextCursor: string | null } & NewLeads> {
  requireApproved(ctx);
  const viewer = { ...profile, clinicId: ctx.actor.id };
  const rows = await ctx.readDb
    .with(bidsOf(ctx, ctx.actor.id))
    .select({ ...shown, counted: sql<number>`counted.n`, asked: sql<boolean>`page.asked` })
    .from(countedFor(viewer))
    .leftJoin(pageOf(viewer, query), sql`true`)
    .leftJoin(listing, eq(listing.id, sql`page.id`))
    .orderBy(desc(sql`page.asked`), desc(listing.publishedAt), desc(listing.id));
  const found = rows.filter((row): row is Shown & typeof row => row.id !== null);
  const leads = found.slice(0, pageSize);
  const last = leads.at(-1);
  return {
    leads: leads.map(toCard),
    nextCursor: found.length > pageSize && last ? cursorAfter(last) : null,
    ...cappedAt(rows[0]!.counted),
  };
}

/** Who of the acting clinic's team looks after a request; null for no member. */
export async function memberOfRequest(
  ctx: CtxOf<'clinic'>,
  { leadId }: { leadId: string },
): Promise<string | null> {
  const own = and(eq(assignment.clinicId, ctx.actor.id), eq(assignment.leadId, leadId));
  const [row] = await ctx.db.select({ memberId: assignment.memberId }).from(assignment).where(own);
  return row?.memberId ?? null;
}

/**
 * Published requests that the acting member looks after and the clinic has no live offer for, newest publication first.
 *
 * @throws AppError `invalid_cursor`; `forbidden` for a clinic that is not approved
 */
export async function listingsGivenToMember(
  ctx: CtxOf<'clinic'>,
  { cursor }: Pick<ClinicLeadsQuery, 'cursor'>,
): Promise<{ leads: LeadCard[]; nextCursor: string | null }> {
  requireApproved(ctx);
  const { id: clinicId, member } = ctx.actor;
  const from = cursor ? readCursor(cursor) : null;
  const rows = await ctx.readDb
    .select({ ...shown, asked: sql<boolean>`${arrayContains(listing.asked, [clinicId])}` })
    .from(assignment)
    .innerJoin(listing, eq(listing.id, assignment.leadId))
    .where(
      and(
        eq(assignment.memberId, member.id),
        eq(assignment.clinicId, clinicId),
        not(arrayContains(listing.offeredBy, [clinicId])),
        from
          ? sql`(${listing.publishedAt}, ${listing.id}) < (${from.at}::timestamptz, ${from.id}::uuid)`
          : undefined,
      ),
    )
    .orderBy(desc(listing.publishedAt), desc(listing.id))
    .limit(pageSize + 1);
  const leads = rows.slice(0, pageSize);
  const last = leads.at(-1);
  return {
    leads: leads.map(toCard),
    nextCursor:
      rows.length > pageSize && last ? writeCursor({ at: last.publishedAt, id: last.id }) : null,
  };
}

const cursorAfter = ({ asked, publishedAt: at, id }: Shown & { asked: boolean }): string =>
  `${asked ? amongAsked : ''}${writeCursor({ at, id })}`;

/** One row more than a page, as `page`: those that ask the clinic, then the others, which are read where a page has room. */
function pageOf(viewer: Viewer, { cursor, ...query }: ClinicLeadsQuery): SQL {
  const most = pageSize + 1;
  const others = cursor?.startsWith(amongAsked) ? undefined : cursor;
  return sql`(
    select * from (
      select true as asked, a.* from ${newestAsked(viewer, { ...query, cursor }, most)} a
      union all
      select false, page.* from ${newestOf(viewer, { ...query, cursor: others }, most)}) both_parts
    order by 1 desc, 2 desc, 3 desc limit ${sql.raw(String(most))}) page`;
}

/**
 * How many new leads the acting clinic has, whatever its list is narrowed by; none is counted beyond the cap.
 *
 * @throws AppError `forbidden` for a clinic that is not approved
 */
export async function countsForClinic(
  ctx: CtxOf<'clinic'>,
  profile: MatchingProfile,
): Promise<NewLeads> {
  requireApproved(ctx);
  const [counted] = await ctx.readDb
    .with(bidsOf(ctx, ctx.actor.id))
    .select({ n: sql<number>`counted.n` })
    .from(countedFor({ ...profile, clinicId: ctx.actor.id }));
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

/**
 * The requests that are no others of a clinic: those that it has a live offer for, which are its bids, and those that ask
 * it, which have a place of their own.
 */
const bidsOf = (ctx: Ctx, clinicId: string) => {
  const which = (of: SQL) => ctx.readDb.select({ id: listing.id }).from(listing).where(of);
  return ctx.readDb
    .$with('bids')
    .as(
      unionAll(
        which(arrayContains(listing.offeredBy, [clinicId])),
        which(arrayContains(listing.asked, [clinicId])),
      ),
    );
};

/** One row: how many there are, at most one more than the cap. */
function countedFor({ clinicId, specialties, city }: Viewer): SQL {
  const shelves = bucketsOf(categoriesOf(specialties), { city: cityOf(city) });
  const most = sql.raw(String(countCap + 1));
  const treatments = sql`${sql.param(categoriesOf(specialties))}::text[]`;
  return sql`(
    select count(*)::int + (
      select count(*)::int from exchange.listing l
      where l.asked @> array[${clinicId}::uuid] and l.treatment = any(${treatments})) as n from (
      select from unnest(${sql.param(shelves)}::smallint[]) as place(shelf) cross join lateral (
        select from exchange.posting p where p.term = '' and p.shelf = place.shelf
          and p.id not in (select id from bids) limit ${most}) one
      limit ${most}) found) counted`;
}

const cappedAt = (n: number): NewLeads => ({
  newLeads: Math.min(n, countCap),
  capped: n > countCap,
});

function requireApproved({ actor }: CtxOf<'clinic'>): void {
  if (!actor.approved) throw new AppError('forbidden');
}

/** Neither notes nor the ids of photos: a list has no use for them. */
const shown = {
  id: listing.id,
  patient: listing.patient,
  ...detailsAmong(listing),
  photos: listing.photos,
  publishedAt: listing.publishedAt,
  offersCount: listing.offersCount,
};
type Shown = Pick<typeof listing.$inferSelect, keyof typeof shown>;

const dollars = (cents: number | null): number | null => cents && cents / 100;

function toCard(row: Shown & { asked: boolean }): LeadCard {
  const { locations, ...details } = detailsAmong(row);
  return {
    _id: row.id,
    patient: row.patient === null ? nameless : nameForOthers(row.patient),
    ...details,
    location: locations.length > 0 ? locations.join(', ') : null,
    photos: row.photos,
    requestedAt: row.publishedAt.toISOString(),
    priority: priorityOf(row.timeline),
    status: 'new',
    bidsCount: row.offersCount,
    leadValue: dollars(leadValueOf(row.budget)),
    asked: row.asked,
  };
}

/** The next ids of the list after one (null: from its beginning), in their order; also of rows whose listing is gone. */
export async function listedIdsAfter(
  ctx: Ctx,
  after: string | null,
  limit: number,
): Promise<string[]> {
  const ids = async (table: typeof listing | typeof posting) =>
    ctx.db
      .selectDistinct({ id: table.id })
      .from(table)
      .where(after === null ? undefined : gt(table.id, after))
      .orderBy(asc(table.id))
      .limit(limit);
  const found = [...(await ids(listing)), ...(await ids(posting))].map(({ id }) => id);
  return [...new Set(found)].sort().slice(0, limit);
}

/** How the list differs from what is true of a request. */
export interface Difference {
  readonly id: string;
  /** `missing`, `left over`, or the names of what is another: fields, `terms`. */
  readonly what: readonly string[];
}

const codesOf = sql.join(
  narrowingNames.map((name) => posting[name]),
  sql`, `,
);

/**
 * Compares the list with the truth about these requests; `present` are those of them that are published. Names of
 * fields only: nothing of a patient is in the answer.
 */
export async function compareListings(
  ctx: Ctx,
  ids: readonly string[],
  present: readonly PresentListing[],
): Promise<Difference[]> {
  const [stored, found] = await Promise.all([
    ctx.db
      .select()
      .from(listing)
      .where(inArray(listing.id, [...ids])),
    ctx.db
      .select({
        id: posting.id,
        keys: sql<string[]>`array_agg(concat_ws(' ', ${posting.shelf}, ${codesOf},
          extract(epoch from ${posting.publishedAt})::numeric(20,3), ${posting.term}))`,
      })
      .from(posting)
      .where(inArray(posting.id, [...ids]))
      .groupBy(posting.id),
  ]);
  const truth = new Map(present.map((one) => [one.id, one]));
  const rows = new Map(stored.map((one) => [one.id, one]));
  const keys = new Map(found.map((one) => [one.id, one.keys]));
  return ids.flatMap((id) => {
    const what = differencesOf(truth.get(id), rows.get(id), keys.get(id) ?? []);
    return what.length > 0 ? [{ id, what }] : [];
  });
}

function differencesOf(
  truth: PresentListing | undefined,
  row: typeof listing.$inferSelect | undefined,
  keys: readonly string[],
): string[] {
  if (!truth) return row || keys.length > 0 ? ['left over'] : [];
  if (!row) return ['missing'];
  const fields = Object.keys(truth) as Array<keyof PresentListing>;
  const terms = same([...keys].sort(), keysOf(truth).sort()) ? [] : ['terms'];
  return [...fields.filter((field) => !same(row[field], truth[field])), ...terms];
}

const same = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

function keysOf(truth: PresentListing): string[] {
  const place = standingOf(truth);
  const standing = [place.shelf, ...narrowingNames.map((name) => place[name])].join(' ');
  const at = (truth.publishedAt.getTime() / 1_000).toFixed(3);
  return termsOf(truth).map((term) => `${standing} ${at} ${term}`);
}
