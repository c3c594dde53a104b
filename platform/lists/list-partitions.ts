import { and, is, SQL, sql, type Column } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { contains, mayHold } from './list-query';

/** A column and what is asked of it. Columns of which only some values are chosen have a partition. */
export interface Choice {
  readonly column: Column;
  /** One of these. */
  readonly values?: readonly (string | number)[];
  /** None of these. */
  readonly except?: readonly string[];
  /** A value that holds these words, in either case; for columns with a partition. */
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
   * as are counted, and so not rare, they are met while the partitions are read.
   */
  readonly search?: SQL;
  /**
   * What `search` leaves of the column that is sorted by, if it asks for words in it: partitions by `partition` are read from the
   * first value that holds them to the last one.
   */
  readonly span?: { readonly column: Column; readonly partition: Column; readonly words: string };
  /** Instead of all that: rows with id and what is sorted by, of a query that ends at one more than {@link totalCap}. */
  readonly among?: SQL;
}

/** Stands for an index on `column`, `within`, then one of `sorts` or the list's own order, then the id. */
export interface Partition {
  readonly column: Column;
  /** Divide the partition further; each of an enumeration, or chosen. */
  readonly within?: readonly Column[];
  readonly sorts?: readonly Column[];
  /** Its values are many: read when some are chosen. `few`: each has so few rows that they may be sorted in any order. */
  readonly chosen?: 'many' | 'few';
}

export interface Arm {
  readonly partition: Partition | undefined;
  readonly choices: readonly Choice[];
  readonly where: SQL | undefined;
  readonly span: Narrowing['span'];
}

/** What a list is found by. */
export interface Partitioned {
  readonly id: Column;
  /** What `id` sorts by. */
  readonly own: Column;
  readonly partitions: readonly Partition[];
}

/** Conditions of choices that are met row by row: none of them by words. */
export const meets = (choices: readonly (Choice | undefined)[]): SQL | undefined =>
  and(...choices.flatMap((choice) => (choice ? conditionsOf(choice) : [])));

/** What is read for a page or a number: one arm for each of what is asked for at least one of. */
export function armsOf(
  listing: Partitioned,
  { choices = [], either, where: whatever, search, span }: Narrowing,
  sort: Column | null,
): Arm[] {
  // As a truth value, which no index is looked into for: partitions are read in their order.
  const where = and(whatever, search && sql`(${search}) is true`);
  const common = choices.filter((each) => each !== undefined);
  const ways = (either ?? [undefined]).map((one) =>
    is(one, SQL)
      ? { choices: common, where: and(where, one) }
      : { choices: one ? [...common, one] : common, where },
  );
  return ways.map((way) => {
    const partition = partitionOf(listing, way.choices, sort);
    const isSpanned = partition?.column === span?.partition && sort === span?.column;
    return { ...way, partition, span: isSpanned ? span : undefined };
  });
}

/** `sort` is null where the order does not matter. */
function partitionOf(
  { id, own, partitions }: Partitioned,
  choices: readonly Choice[],
  sort: Column | null,
): Partition | undefined {
  const all: readonly Partition[] = [{ column: id, chosen: 'few' }, ...partitions];
  const isChosen = (one: Column) => choices.some(({ column }) => column === one);
  const chosenIn = ({ within = [] }: Partition) => within.filter(isChosen).length;
  const nearest = (some: readonly Partition[]) =>
    some.toSorted((a, b) => chosenIn(b) - chosenIn(a));
  const asked = nearest(all.filter(({ column }) => isChosen(column)));
  const fits = ({ column, sorts }: Partition) =>
    sort === null || sort === own || sort === column || sorts?.includes(sort);
  return (
    asked.find(({ chosen }) => chosen === 'few') ??
    nearest(partitions.filter(({ column, chosen }) => column === sort && !chosen))[0] ??
    asked.find(fits) ??
    (sort ? partitions.find((partition) => !partition.chosen && fits(partition)) : undefined)
  );
}

const columnsOf = (partition: Partition | undefined): Column[] =>
  partition ? [partition.column, ...(partition.within ?? [])] : [];

/** What an arm is read from, and what its rows must be. */
export function partsOf(
  { table }: { table: PgTable },
  { partition, choices, where, span }: Arm,
): { sources: SQL[]; where: SQL | undefined } {
  const sources: SQL[] = [];
  const conditions: (SQL | undefined)[] = [where];
  for (const [n, column] of columnsOf(partition).entries()) {
    const own = choices.filter((choice) => choice.column === column);
    const all = partition?.within && column.enumValues;
    const name = sql.raw(`lane_${n}`);
    sources.push(
      sql`(${valuesOf(table, column, all ? [...own, { column, values: all }] : own)}) as ${name}(value)`,
    );
    conditions.push(sql`${column} = ${name}.value`);
  }
  for (const [n, choice] of choices.entries()) {
    if (columnsOf(partition).includes(choice.column)) continue;
    const { column, words } = choice;
    conditions.push(...conditionsOf(choice));
    if (!words) continue;
    // Words that no value holds leave no row here, and nothing is read for them.
    const name = sql.raw(`words_${n}`);
    sources.push(sql`(select array_agg(value) as found from (${valuesOf(table, column, [choice])}) as value_of
      having count(*) > 0) as ${name}`);
    conditions.push(sql`${column} = any(${name}.found)`);
  }
  if (span) {
    sources.push(sql`(select min(value) as first, max(value) as last
      from (${steppedIn(table, span)}) as stepped where ${mayHold(sql`value`, span.words)}) as span`);
    conditions.push(sql`${span.column} between span.first and span.last`);
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

/** All values of a column that an index has behind `partition`: one step in each partition for each. */
function steppedIn(
  table: PgTable,
  { column, partition }: { readonly column: Column; readonly partition: Column },
): SQL {
  // Rows that can be counted without their values: one plan for all.
  const all = sql.join(
    partition.enumValues!.map((value) => sql`(${value}::${typeOf(partition)})`),
    sql`, `,
  );
  const next = (more: SQL) => sql`(select min(near.value)
    from (values ${all}) as part(value) cross join lateral (select ${column} as value from ${table}
      where ${partition} = part.value ${more} order by ${column} limit 1) as near)`;
  return sql`with recursive step(value) as (
      select ${next(sql``)}
      union all
      select ${next(sql`and ${column} > step.value`)} from step where step.value is not null
    ) select value from step where value is not null`;
}
