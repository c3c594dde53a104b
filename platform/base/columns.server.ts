import { type Column, type SQL, sql } from 'drizzle-orm';
import {
  customType,
  timestamp,
  type AnyPgColumn,
  type PgTimestampBuilderInitial,
  uuid,
} from 'drizzle-orm/pg-core';

/** Raw bytes. */
export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** A point in time, to the microsecond. */
export const moment = <N extends string>(name: N): PgTimestampBuilderInitial<N> =>
  timestamp(name, { withTimezone: true });

/** A point in time to the millisecond, as a cursor carries it and compares it exactly. */
export const cursorMoment = <N extends string>(name: N): PgTimestampBuilderInitial<N> =>
  timestamp(name, { withTimezone: true, precision: 3 });

/** The id of a row of another table of the same schema, which has to be there. */
export const idOf = <N extends string>(name: N, column: () => AnyPgColumn) =>
  uuid(name).notNull().references(column);

/** Matches rows with one of these ids, of which there may be any number. */
export const isAmong = (column: Column, ids: readonly string[]): SQL =>
  sql`${column} = any(${sql.param([...ids])}::uuid[])`;
