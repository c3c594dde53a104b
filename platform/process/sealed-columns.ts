import { and, asc, eq, gt, isNotNull } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Env } from '../config/env';
import { open, seal } from '../config/sealed';
import type { Ctx } from '../context';

/** Lists of keys that something stored is encrypted with. */
type CipherSetting = 'OTP_CIPHER_KEYS' | 'STAFF_CIPHER_KEYS' | 'COURIER_CIPHER_KEYS';

/** A column of ciphertexts. */
export interface SealedColumn {
  /** `schema.table.column` of the database. */
  readonly name: string;
  readonly setting: CipherSetting;
}

interface SealedRow {
  readonly id: string;
  /** Authenticated with the ciphertext. */
  readonly boundTo: string;
  readonly sealed: Buffer;
}

/** A column of ciphertexts, read and written a few rows at a time. */
export interface SealedPlace extends SealedColumn {
  page(ctx: Ctx, after: string | null, limit: number): Promise<SealedRow[]>;
  /** False when the row is gone, or holds another ciphertext than it did. */
  replace(ctx: Ctx, row: SealedRow, sealed: Buffer): Promise<boolean>;
}

interface Columns<T extends PgTable & { id: PgColumn }> {
  readonly setting: CipherSetting;
  readonly table: T;
  /** The property of the table that holds the ciphertext. */
  readonly property: string & keyof T;
  readonly boundTo: PgColumn;
}

/** A column of a table of one's own; `name` is `schema.table.column`. */
export function sealedPlace<T extends PgTable & { id: PgColumn }>(
  name: string,
  { setting, table: given, property, boundTo }: Columns<T>,
): SealedPlace {
  const table = given as PgTable & { id: PgColumn };
  const cipher = given[property] as PgColumn;
  return {
    name,
    setting,
    page: async (ctx, after, limit) =>
      (await ctx.db
        .select({ id: table.id, boundTo, sealed: cipher })
        .from(table)
        .where(and(isNotNull(cipher), after === null ? undefined : gt(table.id, after)))
        .orderBy(asc(table.id))
        .limit(limit)) as SealedRow[],
    replace: async (ctx, row, sealed) => {
      const replaced = await ctx.db
        .update(table)
        .set({ [property]: sealed })
        .where(and(eq(table.id, row.id), eq(cipher, row.sealed)))
        .returning({ id: table.id });
      return replaced.length === 1;
    },
  };
}

/** The list that a column is encrypted with. */
const keysOf = (env: Env, { setting }: SealedColumn): readonly string[] => env[setting] ?? [];

/** Where a step begins, and how many rows it looks at. */
export interface Step {
  readonly after: string | null;
  readonly limit: number;
}

/** What a step saw of one column. */
export interface KeyUse {
  /** Rows that each key of the list opens, in the order of the list. */
  readonly under: readonly number[];
  /** Rows that none opens. */
  readonly unopened: number;
  /** Rows that were written anew under the first key. */
  readonly reencrypted: number;
  /** Rows that somebody else wrote or removed between the look and the write; whoever writes takes the first key. */
  readonly overtaken: number;
  /** Where to go on; null after the last row. */
  readonly next: string | null;
}

/** Which key opens the next rows of a column. */
export const keyUseStep = (ctx: Ctx, column: SealedPlace, step: Step): Promise<KeyUse> =>
  look(ctx, column, { ...step, repairs: false });

/**
 * Writes the next rows of a column anew under the first key of its list, each by a statement of its own that changes it only
 * if it still holds what was read: no lock outlives its row, and what the product wrote meanwhile stands. To be done again is
 * harmless; rows under the first key are not touched.
 */
export const reencryptStep = (ctx: Ctx, column: SealedPlace, step: Step): Promise<KeyUse> =>
  look(ctx, column, { ...step, repairs: true });

async function look(
  ctx: Ctx,
  place: SealedPlace,
  { after, limit, repairs }: Step & { repairs: boolean },
): Promise<KeyUse> {
  const keys = keysOf(ctx.services.env, place);
  const under = keys.map(() => 0);
  const seen = { unopened: 0, reencrypted: 0, overtaken: 0 };
  const rows = await place.page(ctx, after, limit);
  for (const row of rows) {
    const opened = open(keys, row.boundTo, row.sealed);
    if (!opened) seen.unopened += 1;
    else under[opened.place]! += 1;
    if (!repairs || !opened || opened.place === 0) continue;
    const replaced = await place.replace(ctx, row, seal(keys, row.boundTo, opened.text));
    seen[replaced ? 'reencrypted' : 'overtaken'] += 1;
  }
  return { under, ...seen, next: rows.length < limit ? null : rows.at(-1)!.id };
}
