import { and, eq, inArray, isNull, lt, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { after, type Duration, hours } from '../../base/duration';
import { AppError } from '../../base/errors';
import { isId } from '../../base/ids';
import type { Ctx } from '../../context';
import { findRow } from '../../lists/find-row';
import { atOnce, byId, inPages, someOf } from '../../privacy/person-data';
import { now } from '../../time/clock';
import { dropFiles, eraseFiles, type FileKind, removeFiles, type Stored } from './file-kind.server';

/** A file, or a row, that is younger may belong to an upload that is under way. */
const settled = hours(1);

/** What a file's row names: `<prefix>/<uuid>`, whatever its size. */
const keyOf = (file: string): string => file.split('/', 2).join('/');

interface Looked {
  /** Files that went. */
  readonly removed: number;
  /** Keys that rows name and the store has. */
  readonly found: ReadonlySet<string>;
  /** An hour before the store was listed. */
  readonly before: Date;
}

/**
 * Removes the files of these kinds, and those below `more`, that no row of theirs names, once they are an hour old. Safe to
 * repeat and to interrupt.
 */
export async function removeUnnamedFiles(
  ctx: Ctx,
  kinds: readonly FileKind[],
  more: readonly string[] = [],
): Promise<Looked> {
  const { storage } = ctx.services.ports;
  const before = after(await now(ctx), -settled as Duration);
  const found = new Set<string>();
  let removed = 0;
  const settle = async (files: ReadonlyArray<{ key: string; modifiedAt: Date }>) => {
    const unknown = files.map(({ key }) => keyOf(key)).filter((key) => !found.has(key));
    for (const key of await namedAmong(ctx, kinds, [...new Set(unknown)])) found.add(key);
    for (const { key, modifiedAt } of files) {
      if (found.has(keyOf(key)) || modifiedAt >= before) continue;
      await storage.remove(key);
      removed += 1;
    }
  };
  for (const prefix of [...kinds.map((kind) => kind.prefix), ...more]) {
    let files: Array<{ key: string; modifiedAt: Date }> = [];
    for await (const file of storage.list(prefix)) {
      if (files.push(file) < atOnce) continue;
      await settle(files);
      files = [];
    }
    await settle(files);
  }
  return { removed, found, before };
}

/** Those of these keys that rows name. */
async function namedAmong(ctx: Ctx, kinds: readonly FileKind[], keys: string[]): Promise<string[]> {
  const named: string[] = [];
  for (const { table } of keys.length > 0 ? kinds : []) {
    const key = table.storageKey;
    const rows = await ctx.db.select({ key }).from(table).where(inArray(key, keys));
    named.push(...rows.map((row) => row.key as string));
  }
  return named;
}

type Swept = Stored & { readonly id: string; readonly holder: unknown };

interface Held {
  /** Says who holds a row. */
  readonly holder: PgColumn;
  /** The store has no file of any row: it is taken for one that is away. */
  readonly onEmpty: () => void;
  /** The files of a row that is held are lost. */
  readonly onLost: (row: { readonly id: string }) => void;
}

/**
 * Removes rows of which {@link removeUnnamedFiles} has found no file, unless they are held: those that were an hour
 * old when it looked. Returns how many have none.
 */
export async function removeRowsWithoutFiles(
  ctx: Ctx,
  { table }: FileKind<'id' | 'createdAt'> & { table: { erased?: PgColumn } },
  { found, before }: Looked,
  { holder, onEmpty, onLost }: Held,
): Promise<number> {
  const { id, storageKey, createdAt, erased } = table;
  const which = and(erased && eq(erased, false), lt(createdAt, before))!;
  let without = 0;
  for await (const row of inPages(byId<Swept>(ctx, table, which, { id, storageKey, holder }))) {
    if (found.size === 0) {
      onEmpty();
      return 0;
    }
    if (found.has(row.storageKey)) continue;
    without += 1;
    if (row.holder) onLost(row);
    // It may be held since it was read: then the row is all that is left to show it.
    else await ctx.db.delete(table).where(and(eq(id, row.id), isNull(holder)));
  }
  return without;
}

/** Removes the files of rows that were removed and stay; returns how many rows had some. */
export async function eraseRemoved(
  ctx: Ctx,
  kind: FileKind<'id' | 'erased' | 'removedAt'>,
): Promise<number> {
  const { id, storageKey, removedAt, erased } = kind.table;
  const which = sql`${removedAt} is not null and not ${erased}`;
  let rows = 0;
  for await (const row of inPages(byId<Swept>(ctx, kind.table, which, { id, storageKey }))) {
    await eraseFiles(ctx, kind, row);
    rows += 1;
  }
  return rows;
}

/** Deletes all of the rows that `which` names, some at a time, and then their files; returns how many rows went. */
export async function deleteWithFiles(
  ctx: Ctx,
  kind: FileKind,
  which: SQL,
  onLeft?: (error: unknown) => void,
): Promise<number> {
  const some = someOf(kind.table, which);
  const { storageKey } = kind.table;
  for (let gone = 0; ;) {
    const rows = await ctx.db.delete(kind.table).where(some).returning({ storageKey });
    await dropFiles(ctx, kind, rows as Stored[], onLeft);
    gone += rows.length;
    if (rows.length < atOnce) return gone;
  }
}

const filesAtOnce = 20;

/** Deletes a few of the rows that `which` names, each after its files; returns how many went. For an erasure. */
export async function deleteSomeWithFiles(
  ctx: Ctx,
  kind: FileKind<'id'>,
  which: SQL,
): Promise<number> {
  const { id, storageKey } = kind.table;
  const some = ctx.db.select({ id, storageKey }).from(kind.table).where(which).limit(filesAtOnce);
  const rows = await some;
  for (const row of rows) {
    await removeFiles(ctx, kind, row as Stored);
    await ctx.db.delete(kind.table).where(eq(id, row.id));
  }
  return rows.length;
}

/**
 * Deletes a row of `own` rows that is not held yet, then its files.
 *
 * @throws AppError `not_found`, the same for another owner's and for none; `event_refused` once it is held
 */
export async function deleteUnheld(
  ctx: Ctx,
  kind: FileKind<'id'>,
  { id, own, holder }: { id: string; own: SQL; holder: PgColumn },
  onLeft: (error: unknown) => void,
): Promise<void> {
  const { table } = kind;
  const { storageKey } = table;
  if (!isId(id)) throw new AppError('not_found');
  const free = and(eq(table.id, id), own, isNull(holder));
  const gone = await ctx.db.delete(table).where(free).returning({ storageKey });
  if (gone.length === 0) {
    const held = await findRow(ctx, table, id, { which: own });
    throw new AppError(held ? 'event_refused' : 'not_found');
  }
  await dropFiles(ctx, kind, gone as Stored[], onLeft);
}
