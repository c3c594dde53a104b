import { sql, type SQL } from 'drizzle-orm';
import { categoriesOf, type Category, type City } from '#contracts/consultation';
import { readCursor } from '#platform/cursor';
import type { ClinicLeadsQuery } from '../dto';
import { categoryOfFilter, narrowingNames, type DateRange, type NarrowingName } from '../filters';
import { cityOf, type MatchingProfile } from '../matching';
import { codesFor, shelvesOf } from '../shelf';
import { posting, postingOrders } from '../tables.server';
import { everyListing, searchFor } from '../terms';

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
    shelvesOf(which, { city: own, within: location, said }).map((shelf) => ({ term, shelf }));
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
export function newestOf(
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
