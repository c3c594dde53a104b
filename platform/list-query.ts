import { asc, desc, ilike, inArray, notInArray, is, or, sql, Column, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Ctx } from './context';
import { isId } from './ids';
import type { ListRequest } from './list';

type Sortable = Column | SQL;

/**
 * The order of a list, made total by its id; what has no value comes last. A column that always has one says nothing
 * of it: an index read backwards has no such order.
 */
export function orderOf<Sort extends string>(
  columns: Readonly<Record<Sort | 'id', Sortable>>,
  id: Column,
  { field, order }: ListRequest<Sort>['sort'],
): SQL[] {
  const direction = order === 'ASC' ? asc : desc;
  const column = columns[field];
  const first = direction(column);
  const hasAlwaysOne = is(column, Column) && column.notNull;
  return [hasAlwaysOne ? first : sql`${first} nulls last`, direction(id)];
}

/** Matches rows whose uuid is listed; texts that are no uuid match nothing. */
export const idIn = (column: Column, ids: readonly string[] | undefined): SQL | undefined =>
  ids && inArrayOrNone(column, ids.filter(isId));

/** As {@link idIn} for whole numbers. */
export const numberIn = (column: Column, ids: readonly string[] | undefined): SQL | undefined =>
  ids && inArrayOrNone(column, ids.filter((id) => /^\d{1,15}$/.test(id)).map(Number));

/** Matches any of the values; all rows when nothing is asked. */
export const anyOf = <T>(column: Column, values: readonly T[] | undefined): SQL | undefined =>
  values && inArrayOrNone(column, values);

/** Matches none of the values; all rows when nothing is asked. */
export const noneOf = <T>(column: Column, values: readonly T[] | undefined): SQL | undefined =>
  values && values.length > 0 ? notInArray(column, [...values]) : undefined;

const inArrayOrNone = (column: Column, values: readonly unknown[]): SQL =>
  values.length > 0 ? inArray(column, [...values]) : sql`false`;

const literal = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** Matches rows that hold the text in one of the columns, in either case. */
export const holds = (columns: readonly Column[], text: string | undefined): SQL | undefined =>
  text ? or(...columns.map((column) => ilike(column, `%${literal(text)}%`))) : undefined;

/** Matches rows of which a column begins with the text, in either case; for an index on `lower(…) text_pattern_ops`. */
export const beginsWith = (column: Column | SQL, text: string): SQL =>
  sql`lower(${column}) like lower(${`${literal(text)}%`})`;

/** Matches rows with one of these ids, of which there may be any number. */
export const isAmong = (column: Column, ids: readonly string[]): SQL =>
  sql`${column} = any(${sql.param([...ids])}::uuid[])`;

/** How many rows of a table match. */
export async function countOf(ctx: Ctx, table: PgTable, where: SQL | undefined): Promise<number> {
  const [row] = await ctx.db
    .select({ n: sql<number>`count(*)::int` })
    .from(table)
    .where(where);
  return row?.n ?? 0;
}
