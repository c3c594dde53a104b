import path from 'node:path';
import type { Readable } from 'node:stream';
import { sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { AppError, isAppError } from '../../base/errors';
import { newId } from '../../base/ids';
import type { Ctx } from '../../context';
import { cleanText } from '../../text/text';

/** How a module stores its files of one kind: what is written once for all kinds goes by this. `C`: columns that are needed. */
export interface FileKind<C extends string = never> {
  /** Each row names its files. */
  readonly table: PgTable & Readonly<Record<C | 'storageKey', PgColumn>>;
  /** What the keys in the store begin with; a random uuid follows. */
  readonly prefix: string;
  /** What is stored for one row below its key, the largest one as `full`; without it that is one file. */
  readonly sizes?: readonly string[];
}

/** A row that names files. */
export interface Stored {
  readonly storageKey: string;
}

/** A file that its reader may see, about to be sent. */
export interface OpenedFile {
  readonly body: Readable;
  readonly bytes: number;
  /** Media type, by content. */
  readonly type: string;
  readonly name: string;
  /** A picture that we encoded ourselves. */
  readonly inline: boolean;
}

/** What is to be stored: of `folder` the file `file`, or the sizes under their names. */
interface Made {
  readonly folder: string;
  readonly file?: string;
  readonly contentType?: string;
}

/**
 * Puts files under a new key into the store and lets `keep` give them their row: a crash leaves files without a row, which
 * the sweep finds, and never a row without files. They leave the store again when one of both is refused.
 *
 * @throws AppError `storage_full`, `unavailable` from the store; what `keep` throws
 */
export async function storeFiles<T>(
  ctx: Ctx,
  kind: FileKind,
  { folder, file = '', contentType = 'image/jpeg' }: Made,
  keep: (storageKey: string) => Promise<T>,
): Promise<T> {
  const row = { storageKey: `${kind.prefix}/${newId()}` };
  return unlessRefused(ctx, kind, row, async () => {
    for (const key of keysOf(kind, row)) {
      const made = path.join(folder, kind.sizes ? path.posix.basename(key) : file);
      await ctx.services.ports.storage.put(key, { path: made }, contentType);
    }
    return keep(row.storageKey);
  });
}

/**
 * Takes files out of the store again when `work`, which gives them a row, is refused. A connection lost during COMMIT may
 * have left a row that points at them: then they stay, and the sweep decides.
 */
export async function unlessRefused<T>(
  ctx: Ctx,
  kind: FileKind,
  row: Stored,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isAppError(error)) await dropFiles(ctx, kind, [row]);
    throw error;
  }
}

const keysOf = ({ sizes }: FileKind, { storageKey }: Stored): string[] =>
  sizes ? sizes.map((size) => `${storageKey}/${size}`) : [storageKey];

/** Removes all files of a row from the store; safe to repeat. */
export async function removeFiles(ctx: Ctx, kind: FileKind, row: Stored): Promise<void> {
  for (const key of keysOf(kind, row)) await ctx.services.ports.storage.remove(key);
}

/** Removes files that no row names, so that they are out of reach already: what cannot be removed now is the sweep's. */
export async function dropFiles(
  ctx: Ctx,
  kind: FileKind,
  rows: readonly Stored[],
  onLeft: (error: unknown) => void = () => undefined,
): Promise<void> {
  for (const row of rows) await removeFiles(ctx, kind, row).catch(onLeft);
}

/** Removes the files of a row that stays, and marks it; safe to repeat. */
export async function eraseFiles(
  ctx: Ctx,
  kind: FileKind<'erased'>,
  row: Stored & { readonly id: string },
): Promise<void> {
  await removeFiles(ctx, kind, row);
  await ctx.db.execute(sql`update ${kind.table} set erased = true where id = ${row.id}`);
}

/** `size`: `full` when nothing is said; `type`: a JPEG of ours when nothing is said. */
type Shown = Pick<OpenedFile, 'name'> & { readonly size?: string; readonly type?: string };

/** The bytes of a row's file, of which the caller has shown that its reader may see it; null when the store has none. */
export async function findFile(
  ctx: Ctx,
  { sizes }: FileKind,
  { storageKey }: Stored,
  { size = 'full', name, type = 'image/jpeg' }: Shown,
): Promise<OpenedFile | null> {
  const found = await ctx.services.ports.storage.get(sizes ? `${storageKey}/${size}` : storageKey);
  return found && { ...found, type, name, inline: type.startsWith('image/') };
}

/** As {@link findFile}. @throws AppError `not_found` without a row, and when the store has no such file */
export async function openFile(
  ctx: Ctx,
  kind: FileKind,
  row: Stored | null | undefined,
  shown: Shown,
): Promise<OpenedFile> {
  const found = row && (await findFile(ctx, kind, row, shown));
  if (!found) throw new AppError('not_found');
  return found;
}

/** The bytes of a row's file in full, for the copy that its owner gets; null when they are gone. */
export const bodyOf = (ctx: Ctx, kind: FileKind) => async (row: Stored) =>
  (await findFile(ctx, kind, row, { name: '' }))?.body ?? null;

/** The sender's name for a file as words only, never a path: one line, its last 150 characters; `other` where nothing is left. */
export const cleanFileName = (name: string, other: string): string =>
  [...cleanText(name).replace(/\s+/g, ' ')].slice(-150).join('') || other;
