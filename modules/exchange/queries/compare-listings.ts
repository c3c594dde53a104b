import { asc, gt, inArray, sql } from 'drizzle-orm';
import type { Ctx } from '#platform/context';
import { narrowingNames } from '../filters';
import { standingOf } from '../shelf';
import type { PresentListing } from '../store.server';
import { listing, posting } from '../tables.server';
import { termsOf } from '../terms';

/** The next ids of the list after one (null: from its beginning), in their order; also of rows whose listing is gone. */
export async function listedIdsAfter(
  ctx: Ctx,
  after: string | null,
  limit: number,
): Promise<string[]> {
  const ids = async (table: typeof listing | typeof posting) =>
    ctx.db
      .selectDistinct({ id: table.id })
      .from(table)
      .where(after === null ? undefined : gt(table.id, after))
      .orderBy(asc(table.id))
      .limit(limit);
  const found = [...(await ids(listing)), ...(await ids(posting))].map(({ id }) => id);
  return [...new Set(found)].sort().slice(0, limit);
}

/** How the list differs from what is true of a request. */
export interface Difference {
  readonly id: string;
  /** `missing`, `left over`, or the names of what is another: fields, `terms`. */
  readonly what: readonly string[];
}

const codes = sql.join(
  narrowingNames.map((name) => posting[name]),
  sql`, `,
);

/**
 * Compares the list with the truth about these requests; `present` are those of them that are published. Names of
 * fields only: nothing of a patient is in the answer.
 */
export async function compareListings(
  ctx: Ctx,
  ids: readonly string[],
  present: readonly PresentListing[],
): Promise<Difference[]> {
  const [stored, found] = await Promise.all([
    ctx.db
      .select()
      .from(listing)
      .where(inArray(listing.id, [...ids])),
    ctx.db
      .select({
        id: posting.id,
        keys: sql<string[]>`array_agg(concat_ws(' ', ${posting.shelf}, ${codes},
          extract(epoch from ${posting.publishedAt})::numeric(20,3), ${posting.term}))`,
      })
      .from(posting)
      .where(inArray(posting.id, [...ids]))
      .groupBy(posting.id),
  ]);
  const truth = new Map(present.map((one) => [one.id, one]));
  const rows = new Map(stored.map((one) => [one.id, one]));
  const keys = new Map(found.map((one) => [one.id, one.keys]));
  return ids.flatMap((id) => {
    const what = differencesOf(truth.get(id), rows.get(id), keys.get(id) ?? []);
    return what.length > 0 ? [{ id, what }] : [];
  });
}

function differencesOf(
  truth: PresentListing | undefined,
  row: typeof listing.$inferSelect | undefined,
  keys: readonly string[],
): string[] {
  if (!truth) return row || keys.length > 0 ? ['left over'] : [];
  if (!row) return ['missing'];
  const fields = Object.keys(truth) as Array<keyof PresentListing>;
  const terms = same([...keys].sort(), keysOf(truth).sort()) ? [] : ['terms'];
  return [...fields.filter((field) => !same(row[field], truth[field])), ...terms];
}

const same = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

function keysOf(truth: PresentListing): string[] {
  const place = standingOf(truth);
  const standing = [place.shelf, ...narrowingNames.map((name) => place[name])].join(' ');
  const at = (truth.publishedAt.getTime() / 1_000).toFixed(3);
  return termsOf(truth).map((term) => `${standing} ${at} ${term}`);
}
