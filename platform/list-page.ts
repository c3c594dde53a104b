import { and, is, isNotNull, isNull, SQL, sql, type Column } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Ctx } from './context';
import { isId } from './ids';
import type { ListRequest, Page } from './list';
import { contains } from './list-query';
import { totalCap } from './console-records';

/** A column and what is asked of it. Columns of which only some values are chosen have a lane. */
export interface Choice {
  readonly column: Column;
  /** One of these. */
  readonly values?: readonly (string | number)[];
  /** None of these. */
  readonly except?: readonly string[];
  /** A value that holds these words, in either case; for columns with a lane. */
  readonly words?: string;
}

/** What a list's rows are narrowed by. */
export interface Narrowing {
  readonly choices?: readonly (Choice | undefined)[];
  /** At least one of these. */
  readonly either?: readonly (Choice | SQL)[];
  /** And whatever is no choice. */
  readonly where?: SQL;
  /**
   * A condition that has an index without an order. Its rows are found first; only where they are more than twice as many
   * as are counted, and so not rare, they are met while the lanes are read.
   */
  readonly search?: SQL;
  /** Instead of all that: rows with id and what is sorted by, of a query that ends at one more than {@link totalCap}. */
  readonly among?: SQL;
}

/** Stands for an index on `column`, `within`, then one of `sorts` or the list's own order, then the id. */
export interface Lane {
  readonly column: Column;
  /** Divide the lane further; each of an enumeration, or chosen. */
  readonly within?: readonly Column[];
  readonly sorts?: readonly Column[];
  /** Its values are many: read when some are chosen. `few`: each has so few rows that they may be sorted in any order. */
  readonly chosen?: 'many' | 'few';
}

/** How rows are found in every order of a list without reading or sorting all of them. */
export interface Listing<Sort extends string> {
  readonly table: PgTable;
  readonly id: Column;
  /** What `id` sorts by, and what decides between equals of a column that has a lane; never null. */
  readonly own: Column;
  readonly columns: Readonly<Record<Exclude<Sort, 'id'>, Column>>;
  /** The first one that fits is taken; where none does, the column that is sorted by has an index of its own. */
  readonly lanes: readonly Lane[];
}

/** Of a page: the module joins `keys` with the rows that it shows. */
export interface FoundPage {
  /** To be joined on `isOn`. */
  readonly keys: SQL;
  readonly isOn: SQL;
  readonly order: SQL;
  /** The rows with their total, which is counted no further than {@link totalCap}. */
  readonly answer: <Row>(ctx: Ctx, rows: Row[]) => Promise<Page<Row>>;
}

/** One of the values; nothing when no value is asked for. */
export const choose = (
  column: Column,
  values: readonly (string | number)[] | undefined,
): Choice | undefined => values && { column, values };

/** As {@link choose} for uuids; texts that are none match nothing. */
export const chooseIds = (column: Column, ids: readonly string[] | undefined) =>
  choose(column, ids?.filter(isId));

/** As {@link choose} for ids that are whole numbers. */
export const chooseNumbers = (column: Column, ids: readonly string[] | undefined) =>
  choose(column, ids?.filter((id) => /^\d{1,15}$/.test(id)).map(Number));

/** Conditions of choices that are met row by row: none of them by words. */
export const meets = (choices: readonly (Choice | undefined)[]): SQL | undefined =>
  and(...choices.flatMap((choice) => (choice ? conditionsOf(choice) : [])));

interface Key {
  readonly column: Column;
  readonly way: SQL;
}
interface Arm {
  readonly lane: Lane | undefined;
  readonly choices: readonly Choice[];
  readonly where: SQL | undefined;
}

const number = (n: number): SQL => sql.raw(String(Math.trunc(n)));
const listOf = (parts: readonly SQL[]): SQL => sql.join([...parts], sql`, `);
const unionOf = (parts: readonly SQL[]): SQL => sql.join([...parts], sql` union `);
/** One more than are counted. */
const most = number(totalCap + 1);

/**
 * Finds a page: rows fall into lanes by a column of few values, in each lane an index has the order that is asked for, and
 * the first rows of all lanes are merged. What it takes follows from the page, not from how many rows there are.
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
    : [{ column, way }, ...(hasLane(listing, column) ? [inOwn] : [])];
  const reading = { keys, most: offset + limit };
  const read = narrowing.among
    ? [readAmong(listing, narrowing.among, reading)]
    : armsOf(listing, narrowing, keys[0]!.column).map((arm) => readArm(listing, arm, reading));
  const order = orderOf(keys);
  const all = narrowing.search ? searchFirst(listing, narrowing, { read, reading }) : unionOf(read);
  return {
    keys: sql`(select * from (${all}) as found order by ${order}
      limit ${number(limit)} offset ${number(offset)}) as page`,
    isOn: sql`page.page_id = ${listing.id}`,
    order,
    answer: async (ctx, rows) => {
      const isLast = rows.length < limit && (rows.length > 0 || offset === 0);
      const total = isLast ? offset + rows.length : await countUpToCap(ctx, listing, narrowing);
      return { rows, total };
    },
  };
}

/** All rows that are asked for are equal by it: they stand in the list's own order. */
const isOneValue = ({ choices = [] }: Narrowing, column: Column): boolean =>
  choices.some((choice) => choice?.column === column && choice.values?.length === 1);

/** Its values are few: those that are equal stand in the list's own order. */
const hasLane = ({ lanes }: Pick<Listing<never>, 'lanes'>, column: Column): boolean =>
  lanes.some((lane) => lane.column === column && !lane.chosen);

/** By the names that {@link readArm} gives. What has no value comes last. */
const orderOf = (keys: readonly Key[]): SQL =>
  listOf([
    ...keys.map(({ way }, n) => sql`page_key_${number(n)} ${way} nulls last`),
    sql`page_id ${keys.at(-1)!.way}`,
  ]);

function armsOf(
  listing: Pick<Listing<never>, 'id' | 'own' | 'lanes'>,
  { choices = [], either, where: whatever, search }: Narrowing,
  sort: Column | null,
): Arm[] {
  // As a truth value, which no index is looked into for: lanes are read in their order.
  const where = and(whatever, search && sql`(${search}) is true`);
  const common = choices.filter((each) => each !== undefined);
  const ways = (either ?? [undefined]).map((one) =>
    is(one, SQL)
      ? { choices: common, where: and(where, one) }
      : { choices: one ? [...common, one] : common, where },
  );
  return ways.map((way) => ({ ...way, lane: laneOf(listing, way.choices, sort) }));
}

/** `sort` is null where the order does not matter. */
function laneOf(
  { id, own, lanes }: Pick<Listing<never>, 'id' | 'own' | 'lanes'>,
  choices: readonly Choice[],
  sort: Column | null,
): Lane | undefined {
  const all: readonly Lane[] = [{ column: id, chosen: 'few' }, ...lanes];
  const isChosen = (one: Column) => choices.some(({ column }) => column === one);
  const chosenIn = ({ within = [] }: Lane) => within.filter(isChosen).length;
  const nearest = (some: readonly Lane[]) => some.toSorted((a, b) => chosenIn(b) - chosenIn(a));
  const asked = nearest(all.filter(({ column }) => isChosen(column)));
  const fits = ({ column, sorts }: Lane) =>
    sort === null || sort === own || sort === column || sorts?.includes(sort);
  return (
    asked.find(({ chosen }) => chosen === 'few') ??
    nearest(lanes.filter(({ column, chosen }) => column === sort && !chosen))[0] ??
    asked.find(fits) ??
    (sort ? lanes.find((lane) => !lane.chosen && fits(lane)) : undefined)
  );
}

interface Reading {
  readonly keys: readonly Key[];
  readonly most: number;
}

function readAmong({ id }: Pick<Listing<never>, 'id'>, among: SQL, reading: Reading): SQL {
  const shown = reading.keys.map(
    ({ column }, n) => sql`${sql.identifier(column.name)} as page_key_${number(n)}`,
  );
  return sql`(select ${listOf([sql`${sql.identifier(id.name)} as page_id`, ...shown])}
    from (${among}) as named order by ${orderOf(reading.keys)} limit ${number(reading.most)})`;
}

/** What {@link readArm} gives, of rows that were found before. */
function searchFirst(
  listing: Pick<Listing<never>, 'table' | 'id'>,
  { choices = [], where, search }: Narrowing,
  { read, reading }: { read: readonly SQL[]; reading: Reading },
): SQL {
  const columns = [listing.id, ...new Set(reading.keys.map(({ column }) => column))];
  const names = columns.map(({ name }) => sql.identifier(name));
  const few = sql`(select count(*) from hit) <= ${number(2 * totalCap)}`;
  const hits = sql`select ${listOf(names.map((name) => sql`${name}`))} from hit where ${few}`;
  return sql`with hit as materialized (select ${listOf(columns.map((column) => sql`${column}`))}
      from ${listing.table} where ${and(search, where, meets(choices))} limit ${number(2 * totalCap + 1)})
    ${readAmong(listing, hits, reading)}
    union all select * from (${unionOf(read)}) as met where not (${few})`;
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

const columnsOf = (lane: Lane | undefined): Column[] =>
  lane ? [lane.column, ...(lane.within ?? [])] : [];

/** What an arm is read from, and what its rows must be. */
function partsOf(
  { table }: { table: PgTable },
  { lane, choices, where }: Arm,
): { sources: SQL[]; where: SQL | undefined } {
  const sources: SQL[] = [];
  const conditions: (SQL | undefined)[] = [where];
  for (const [n, column] of columnsOf(lane).entries()) {
    const own = choices.filter((choice) => choice.column === column);
    const all = lane?.within && column.enumValues;
    const name = sql.raw(`lane_${n}`);
    sources.push(
      sql`(${valuesOf(table, column, all ? [...own, { column, values: all }] : own)}) as ${name}(value)`,
    );
    conditions.push(sql`${column} = ${name}.value`);
  }
  for (const [n, choice] of choices.entries()) {
    if (columnsOf(lane).includes(choice.column)) continue;
    const { column, words } = choice;
    conditions.push(...conditionsOf(choice));
    if (!words) continue;
    // Words that no value holds leave no row here, and nothing is read for them.
    const name = sql.raw(`words_${n}`);
    sources.push(sql`(select array_agg(value) as found from (${valuesOf(table, column, [choice])}) as value_of
      having count(*) > 0) as ${name}`);
    conditions.push(sql`${column} = any(${name}.found)`);
  }
  return { sources, where: and(...conditions) };
}

function conditionsOf({ column, values, except }: Choice): SQL[] {
  // Of none: known before anything is read.
  const among = (list: readonly (string | number)[]) =>
    list.length > 0 ? sql`${column} = any(${arrayOf(column, list)})` : sql`false`;
  return [
    ...(values ? [among(values)] : []),
    ...(except ? [sql`${column} <> all(${arrayOf(column, except)})`] : []),
  ];
}

const typeOf = (column: Column): SQL => sql.raw(column.getSQLType().replace('bigserial', 'bigint'));
const arrayOf = (column: Column, values: readonly (string | number)[]): SQL =>
  sql`${sql.param([...values])}::${typeOf(column)}[]`;

/** The values of a column that are asked for; those that there are come from its index, one step for each. */
function valuesOf(table: PgTable, column: Column, choices: readonly Choice[]): SQL {
  const lists = choices.flatMap(({ values }) => (values ? [values] : []));
  const conditions = choices.flatMap(({ except, words }) => [
    ...(except ? [sql`value <> all(${arrayOf(column, except)})`] : []),
    ...(words ? [contains(sql`value`, words)] : []),
  ]);
  const [list, ...others] = lists;
  const from = list
    ? sql`unnest(${arrayOf(
        column,
        [...new Set(list)].filter((one) => others.every((other) => other.includes(one))),
      )}) as listed(value)`
    : sql`(with recursive step(value) as (
        (select ${column} from ${table} order by ${column} limit 1)
        union all
        select (select ${column} from ${table} where ${column} > step.value order by ${column} limit 1)
        from step where step.value is not null
      ) select value from step where value is not null) as stepped`;
  return sql`select value from ${from} where ${and(...conditions) ?? sql`true`}`;
}

/** How many rows match; null when more than the cap do. */
async function countUpToCap(
  ctx: Ctx,
  listing: Pick<Listing<never>, 'table' | 'id' | 'own' | 'lanes'>,
  narrowing: Narrowing,
): Promise<number | null> {
  const arms = armsOf(listing, narrowing, null).map((arm) => {
    const { sources, where } = partsOf(listing, arm);
    // The order is that of the lane's index, which leaves no choice of how to read it.
    const order = arm.lane ? sql`order by ${listing.own}, ${listing.id}` : sql``;
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
  const n = rows[0]!.n;
  return n > totalCap ? null : n;
}
