import {
  and,
  getTableColumns,
  isNotNull,
  isNull,
  sql,
  type Column,
  type InferSelectModel,
  type SQL,
} from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Ctx } from '../context';
import { isId } from '../base/ids';
import type { ListRequest, Page } from './list';
import {
  armsOf,
  meets,
  partsOf,
  type Arm,
  type Choice,
  type Partition,
  type Partitioned,
  type Narrowing,
} from './list-partitions';
import { totalCap } from './console-records';

export { meets, type Choice, type Narrowing };

/** How rows are found in every order of a list without reading or sorting all of them. */
export interface Listing<Sort extends string> {
  readonly table: PgTable;
  readonly id: Column;
  /** What `id` sorts by, and what decides between equals of a column that has a partition; never null. */
  readonly own: Column;
  readonly columns: Readonly<Record<Exclude<Sort, 'id'>, Column>>;
  /** The first one that fits is taken; where none does, the column that is sorted by has an index of its own. */
  readonly partitions: readonly Partition[];
}

/** Of a page: the module joins `keys` with the rows that it shows. */
interface FoundPage {
  /** To be joined on `isOn`. */
  readonly keys: SQL;
  readonly isOn: SQL;
  readonly order: SQL;
  /** To be selected beside the rows and given to `answer`: how many were found, where all were; null otherwise. */
  readonly found: SQL<number | null>;
  /** The page, where its rows are a table's as they stand: each, or all at once, as `shown` makes them. */
  readonly list: <T extends PgTable, Row>(
    ctx: Ctx,
    table: T,
    shown: (rows: Array<InferSelectModel<T>>) => Row[] | Promise<Row[]>,
  ) => Promise<Page<Row>>;
  /** The rows with their total, which is counted no further than {@link totalCap}. */
  readonly answer: <Row>(ctx: Ctx, rows: Row[], found?: number | null) => Promise<Page<Row>>;
}

/** One of the values; nothing when no value is asked for. */
export const choose = (
  column: Column,
  values: readonly (string | number)[] | undefined,
): Choice | undefined => values && { column, values };

/** As {@link choose} for uuids; texts that are none match nothing. */
export const chooseIds = (column: Column, ids: string | readonly string[] | undefined) =>
  choose(column, (typeof ids === 'string' ? [ids] : ids)?.filter(isId));

/** An id that was typed, in any of these columns; a text that is no id matches nothing. */
export const idIn = (columns: readonly Column[], typed: string | undefined) =>
  typed === undefined ? undefined : columns.map((column) => chooseIds(column, typed)!);

/** As {@link choose} for ids that are whole numbers. */
export const chooseNumbers = (column: Column, ids: readonly string[] | undefined) =>
  choose(column, ids?.filter((id) => /^\d{1,15}$/.test(id)).map(Number));

interface Key {
  readonly column: Column;
  readonly way: SQL;
}
const number = (n: number): SQL => sql.raw(String(Math.trunc(n)));
const listOf = (parts: readonly SQL[]): SQL => sql.join([...parts], sql`, `);
const unionOf = (parts: readonly SQL[]): SQL => sql.join([...parts], sql` union `);
/** One more than are counted. */
const most = number(totalCap + 1);

/**
 * Finds a page: rows fall into partitions by a column of few values, in each partition an index has the order that is asked for, and
 * the first rows of all partitions are merged. What it takes follows from the page, not from how many rows there are.
 */
export function findPage<Sort extends string>(
  listing: Listing<Sort>,
  { sort, offset, limit }: Pick<ListRequest<Sort>, 'sort' | 'offset' | 'limit'>,
  narrowing: Narrowing,
): FoundPage {
  const column =
    sort.field === 'id' ? listing.own : listing.columns[sort.field as Exclude<Sort, 'id'>];
  const way = sort.order === 'ASC' ? sql`asc` : sql`desc`;
  const inOwn = { column: listing.own, way: sql`desc` };
  const keys = isOneValue(narrowing, column)
    ? [inOwn]
    : [{ column, way }, ...(hasPartition(listing, column) ? [inOwn] : [])];
  const reading = { keys, most: offset + limit };
  const { hits, all } = sourcesOf(listing, narrowing, reading);
  const order = orderOf(keys);
  const counted = hits ? sql`(select count(*)::int from hit)` : sql`null::int`;
  const page = sql`(${hits ? sql`with hit as materialized (${hits})` : sql``} select *, ${counted} as page_found
      from (${all}) as found order by ${order} limit ${number(limit)} offset ${number(offset)}) as page`;
  const isOn = sql`page.page_id = ${listing.id}`;
  const answer: FoundPage['answer'] = async (ctx, rows, found = null) => {
    const isLast = rows.length < limit && (rows.length > 0 || offset === 0);
    if (isLast) return { rows, total: offset + rows.length };
    const n = found ?? (await countUpToCap(ctx, listing, narrowing));
    return { rows, total: n > totalCap ? null : n };
  };
  const list: FoundPage['list'] = async (ctx, table, shown) => {
    const columns: Record<string, PgColumn> = getTableColumns(table);
    const all: PgTable = table;
    const rows = await ctx.db.select(columns).from(all).innerJoin(page, isOn).orderBy(order);
    return answer(ctx, await shown(rows as Array<InferSelectModel<typeof table>>));
  };
  return {
    keys: page,
    isOn,
    order,
    found: sql<number | null>`page.page_found`,
    list,
    answer,
  };
}

/** All rows that are asked for are equal by it: they stand in the list's own order. */
const isOneValue = ({ choices = [] }: Narrowing, column: Column): boolean =>
  choices.some((choice) => choice?.column === column && choice.values?.length === 1);

/** Its values are few: those that are equal stand in the list's own order. */
const hasPartition = (
  { partitions }: Pick<Listing<never>, 'partitions'>,
  column: Column,
): boolean => partitions.some((partition) => partition.column === column && !partition.chosen);

/** By the names that {@link readArm} gives. What has no value comes last. */
const orderOf = (keys: readonly Key[]): SQL =>
  listOf([
    ...keys.map(({ way }, n) => sql`page_key_${number(n)} ${way} nulls last`),
    sql`page_id ${keys.at(-1)!.way}`,
  ]);

interface Reading {
  readonly keys: readonly Key[];
  readonly most: number;
}

/** Where a page is read from: what is found first as `hit`, where something is, and all that may be on the page. */
function sourcesOf<Sort extends string>(
  listing: Listing<Sort>,
  narrowing: Narrowing,
  reading: Reading,
): { hits: SQL | null; all: SQL } {
  const { among, search, where, choices = [] } = narrowing;
  const columns = [listing.id, ...new Set(reading.keys.map(({ column }) => column))];
  const names = listOf(columns.map(({ name }) => sql`${sql.identifier(name)}`));
  if (among)
    return { hits: sql`select ${names} from (${among}) as named`, all: readHits(listing, reading) };
  const read = unionOf(
    armsOf(listing, narrowing, reading.keys[0]!.column).map((arm) =>
      readArm(listing, arm, reading),
    ),
  );
  if (!search) return { hits: null, all: read };
  const few = sql`(select count(*) from hit) <= ${number(2 * totalCap)}`;
  return {
    hits: sql`select ${listOf(columns.map((column) => sql`${column}`))} from ${listing.table}
      where ${and(search, where, meets(choices))} limit ${number(2 * totalCap + 1)}`,
    all: sql`${readHits(listing, reading, few)} union all select * from (${read}) as met where not (${few})`,
  };
}

/** What {@link readArm} gives, of rows that were found before. */
function readHits({ id }: Pick<Listing<never>, 'id'>, reading: Reading, where = sql`true`): SQL {
  const shown = reading.keys.map(
    ({ column }, n) => sql`${sql.identifier(column.name)} as page_key_${number(n)}`,
  );
  return sql`(select ${listOf([sql`${sql.identifier(id.name)} as page_id`, ...shown])}
    from hit where ${where} order by ${orderOf(reading.keys)} limit ${number(reading.most)})`;
}

function readArm(
  listing: Pick<Listing<never>, 'table' | 'id'>,
  arm: Arm,
  { keys, most }: Reading,
): SQL {
  const { sources, where } = partsOf(listing, arm);
  const shown = keys.map(({ column }, n) => sql`${column} as page_key_${number(n)}`);
  const order = listOf([
    ...keys.map(({ column, way }) => sql`${column} ${way}`),
    sql`${listing.id} ${keys.at(-1)!.way}`,
  ]);
  const rows = (more?: SQL) => sql`(select ${listOf([sql`${listing.id} as page_id`, ...shown])}
    from ${listing.table} where ${and(where, more) ?? sql`true`} order by ${order} limit ${number(most)})`;
  const [{ column }] = keys as [Key];
  // An index has no order with what is empty at its end whichever way it is read: two pieces of it have.
  const body = column.notNull
    ? rows()
    : sql`${rows(isNotNull(column))} union all ${rows(isNull(column))}`;
  return sources.length > 0
    ? sql`(select rows.* from ${sql.join(sources, sql` cross join `)} cross join lateral (${body}) as rows)`
    : sql`(${body})`;
}

/** How many rows match: no more than one beyond the cap. */
async function countUpToCap(
  ctx: Ctx,
  listing: Partitioned & { readonly table: PgTable },
  narrowing: Narrowing,
): Promise<number> {
  const arms = armsOf(listing, narrowing, null).map((arm) => {
    const { sources, where } = partsOf(listing, arm);
    // The order is that of the partition's index, which leaves no choice of how to read it.
    const order = arm.partition ? sql`order by ${listing.own}, ${listing.id}` : sql``;
    const body = sql`(select ${listing.id} as page_id from ${listing.table}
      where ${where ?? sql`true`} ${order} limit ${most})`;
    return sources.length > 0
      ? sql`(select rows.page_id from ${sql.join(sources, sql` cross join `)} cross join lateral ${body} as rows limit ${most})`
      : body;
  });
  const { among, search, where, choices = [] } = narrowing;
  const found = () => sql`select ${listing.id} from ${listing.table}
    where ${and(search, where, meets(choices))} limit ${most}`;
  const all = among ?? (search ? found() : unionOf(arms));
  const { rows } = await ctx.db.execute<{ n: number }>(
    sql`select count(*)::int as n from (${all}) as counted`,
  );
  return rows[0]!.n;
}
