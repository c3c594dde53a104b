import { and, asc, getTableColumns, gt, sql, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Readable } from 'node:stream';
import { pick } from '../base/fields';
import type { Ctx } from '../context';

/** Whose data it is. The id is all that flows and jobs know of somebody; whoever needs a number looks it up by it. */
export interface Person {
  readonly kind: 'patient' | 'clinic';
  readonly id: string;
}

/** One entry of the archive that a person gets of what is kept about them. `path` is unique within its module. */
export type ExportPart =
  /** Becomes a JSON file with one array. Rows are read in pages, never all at once. */
  | { readonly kind: 'rows'; readonly path: string; readonly rows: AsyncIterable<object> }
  /** As it was stored; null when its bytes are gone meanwhile. Opened when its turn has come, one at a time. */
  | { readonly kind: 'file'; readonly path: string; readonly open: () => Promise<Readable | null> };

/** What a clinic may read of the patients with whom it deals. */
export interface Reach {
  /** Of which of these offers the person reads no word of the other side any more: none for a patient. */
  readonly closedAmong: (offerIds: readonly string[]) => Promise<ReadonlySet<string>>;
}

/**
 * What every module with tables offers at its door, as `personData`: all that it keeps about a person as files for them,
 * and the end of it. `tests/architecture/person-data.test.ts` holds both, and for each column what becomes of it.
 */
export interface PersonData {
  /** What the person may have of it: nothing of anybody else but what the product shows them. */
  exportOf(ctx: Ctx, person: Person, reach: Reach): AsyncIterable<ExportPart>;
  /**
   * One small step (a few hundred rows, a few files) towards nothing being left; 'more' while there may be another one.
   * Outside a transaction. Done again, or again after a kill anywhere within it, it does what is left. Files go before
   * the row that names them.
   */
  erase(ctx: Ctx, person: Person): Promise<'more' | 'done'>;
}

/** Of a module whose tables name no patient and no clinic. */
export const nobodysData: PersonData = {
  async *exportOf() {
    // Nothing is kept of anybody.
  },
  erase: () => Promise.resolve('done'),
};

const pageSize = 200;

/**
 * Rows in pages: `read` gets the row that the page before ended with (null at first) and at most how many it may
 * answer with; fewer end it.
 */
export async function* inPages<Row extends object>(
  read: (after: Row | null, limit: number) => Promise<Row[]>,
): AsyncGenerator<Row> {
  for (let after: Row | null = null; ;) {
    const rows = await read(after, pageSize);
    yield* rows;
    if (rows.length < pageSize) return;
    after = rows.at(-1)!;
  }
}

/** Rows in the order of their ids, page by page; all `columns` of them when nothing is said. */
export const byId =
  <R extends { readonly id: string }>(
    { db }: Ctx,
    table: PgTable & { readonly id: PgColumn },
    which: SQL,
    columns: Readonly<Record<string, PgColumn>> = getTableColumns(table),
  ) =>
  (after: { readonly id: string } | null, limit: number): Promise<R[]> =>
    db
      .select(columns)
      .from(table)
      .where(and(which, after ? gt(table.id, after.id) : undefined))
      .orderBy(asc(table.id))
      .limit(limit) as unknown as Promise<R[]>;

/** A part of {@link PersonData} that is read in pages. */
export const rowsAs = <Row extends object>(
  path: string,
  read: (after: Row | null, limit: number) => Promise<Row[]>,
): ExportPart => ({ kind: 'rows', path, rows: inPages(read) });

/** A part that is one short list. */
export const listAs = (path: string, read: () => Promise<object[]>): ExportPart => ({
  kind: 'rows',
  path,
  rows: (async function* () {
    yield* await read();
  })(),
});

/** Some columns of a table, to be selected under the names that they have there; the lists are one. */
export const columnsOf = <T extends PgTable, N extends keyof T['_']['columns'] & string>(
  table: T,
  ...names: ReadonlyArray<readonly N[]>
): Pick<T['_']['columns'], N> => pick(getTableColumns(table), ...names);

/** What a person gets of a table: these columns of the rows that `which` names. */
interface Selected<C> {
  readonly table: PgTable;
  readonly columns: C;
  readonly which: SQL;
}

/** A part that is one short list of a table's rows. */
export const listOf = (
  { db }: Ctx,
  path: string,
  { table, columns, which, order }: Selected<Record<string, PgColumn>> & { readonly order?: SQL },
): ExportPart =>
  listAs(path, async () => {
    const rows = db.select(columns).from(table).where(which);
    return order ? rows.orderBy(order) : rows;
  });

/** A part that is a table's rows, read in pages by a column that no two of them share. */
export const pagesOf = <C extends Record<string, PgColumn>>(
  { db }: Ctx,
  path: string,
  { table, columns, which, by }: Selected<C> & { readonly by: keyof C & string },
): ExportPart => {
  const key = columns[by]!;
  return rowsAs<Record<string, unknown>>(path, (after, limit) =>
    db
      .select(columns as Record<string, PgColumn>)
      .from(table)
      .where(and(which, after ? gt(key, after[by]) : undefined))
      .orderBy(asc(key))
      .limit(limit),
  );
};

/** A file for each row, which is read when the one before it has been written: by then its file may be gone. */
export async function* filesAs<Row extends object>(
  read: (after: Row | null, limit: number) => Promise<Row[]>,
  path: (row: Row) => string,
  open: (row: Row) => Promise<Readable | null>,
): AsyncGenerator<ExportPart> {
  for (let after: Row | null = null; ;) {
    const [row]: Row[] = await read(after, 1);
    if (!row) return;
    yield { kind: 'file', path: path(row), open: () => open(row) };
    after = row;
  }
}

/** Rows that one statement changes at most. */
export const atOnce = 500;

/** {@link atOnce} of the rows that `which` names, for one statement; `lock` is how they are taken, as `for update`. */
export const someOf = (table: PgTable, which: SQL, lock: SQL = sql.empty()): SQL =>
  sql`ctid = any(array(select ctid from ${table} where ${which} limit ${atOnce} ${lock}))`;

/** Deletes some of the rows that `which` names; returns how many went. */
export async function deleteSome({ db }: Ctx, table: PgTable, which: SQL): Promise<number> {
  const { rowCount } = await db.execute(sql`delete from ${table} where ${someOf(table, which)}`);
  return rowCount ?? 0;
}

/** Deletes all of the rows that `which` names, some at a time, so that no statement holds many; returns how many went. */
export async function deleteInSteps(ctx: Ctx, table: PgTable, which: SQL): Promise<number> {
  for (let gone = 0; ;) {
    const step = await deleteSome(ctx, table, which);
    gone += step;
    if (step < atOnce) return gone;
  }
}

/**
 * One step of an erasure: the first of these that finds something to do is done, and answers how much it did. Nothing is
 * left when none of them does.
 */
export async function stepOf(
  ...steps: ReadonlyArray<() => Promise<number>>
): Promise<'more' | 'done'> {
  for (const step of steps) if ((await step()) > 0) return 'more';
  return 'done';
}
