import { sql, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Readable } from 'node:stream';
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

const atOnce = 500;

interface RowsWithFiles {
  readonly table: PgTable & { readonly storageKey: PgColumn };
  readonly which: SQL;
  readonly remove: (rows: ReadonlyArray<{ storageKey: string }>) => Promise<void>;
}

const someOf = (table: PgTable, which: SQL): SQL =>
  sql`ctid = any(array(select ctid from ${table} where ${which} limit ${atOnce}))`;

/** Deletes some of the rows that `which` names; returns how many went. */
export async function deleteSome({ db }: Ctx, table: PgTable, which: SQL): Promise<number> {
  const { rowCount } = await db.execute(sql`delete from ${table} where ${someOf(table, which)}`);
  return rowCount ?? 0;
}

/**
 * Deletes all of the rows that `which` names, some at a time, and gives the files that each step's rows named to `remove`.
 * Returns how many rows went.
 */
export async function deleteWithFiles(
  { db }: Ctx,
  { table, which, remove }: RowsWithFiles,
): Promise<number> {
  for (let gone = 0; ;) {
    const rows = await db
      .delete(table)
      .where(someOf(table, which))
      .returning({ storageKey: table.storageKey });
    await remove(rows as Array<{ storageKey: string }>);
    gone += rows.length;
    if (rows.length < atOnce) return gone;
  }
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
