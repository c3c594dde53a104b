import type { Ctx } from '#platform/context';
import { open, seal } from '../seal';
import { keysOf, places, type SealedColumn } from './sealed-columns.server';

/** Every column that holds something encrypted. */
export const sealedColumns: readonly SealedColumn[] = places;

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

const placeNamed = ({ name }: SealedColumn) => places.find((place) => place.name === name)!;

/** Which key opens the next rows of a column. */
export const keyUseStep = (ctx: Ctx, column: SealedColumn, step: Step): Promise<KeyUse> =>
  look(ctx, column, { ...step, mends: false });

/**
 * Writes the next rows of a column anew under the first key of its list, each by a statement of its own that changes it only
 * if it still holds what was read: no lock outlives its row, and what the product wrote meanwhile stands. To be done again is
 * harmless; rows under the first key are not touched.
 */
export const reencryptStep = (ctx: Ctx, column: SealedColumn, step: Step): Promise<KeyUse> =>
  look(ctx, column, { ...step, mends: true });

async function look(
  ctx: Ctx,
  column: SealedColumn,
  { after, limit, mends }: Step & { mends: boolean },
): Promise<KeyUse> {
  const place = placeNamed(column);
  const keys = keysOf(ctx.services.env, place);
  const under = keys.map(() => 0);
  const seen = { unopened: 0, reencrypted: 0, overtaken: 0 };
  const rows = await place.page(ctx, after, limit);
  for (const row of rows) {
    const opened = open(keys, row.boundTo, row.sealed);
    if (!opened) seen.unopened += 1;
    else under[opened.place]! += 1;
    if (!mends || !opened || opened.place === 0) continue;
    const replaced = await place.replace(ctx, row, seal(keys, row.boundTo, opened.text));
    seen[replaced ? 'reencrypted' : 'overtaken'] += 1;
  }
  return { under, ...seen, next: rows.length < limit ? null : rows.at(-1)!.id };
}
