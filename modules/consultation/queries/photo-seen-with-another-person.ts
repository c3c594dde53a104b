import { and, eq, inArray, isNotNull, ne, or, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Ctx } from '#platform/context';
import { photo, quarterOf } from '../tables.server';

/** Bits of 64 in which two hashes of one picture differ at most; the indexed quarters find no more than three. */
const sameWithin = 3;

const mine = alias(photo, 'mine');
const other = alias(photo, 'other');

const bitsOf = (hash: SQLWrapper): SQL => sql`('x' || ${hash})::bit(64)`;
const quarters = ([1, 2, 3, 4] as const).map((n) =>
  eq(quarterOf(other.pictureHash, n), quarterOf(mine.pictureHash, n)),
);

/**
 * Whether one of these photos, the very file or the picture re-encoded or resized, also belongs to a
 * request of another patient. For the screening of leads. Reads rows with the same content or a quarter of the hash in
 * common only, each by its index: it runs within a submission.
 */
export async function photoSeenWithAnotherPerson(
  ctx: Ctx,
  photoIds: readonly string[],
): Promise<boolean> {
  if (photoIds.length === 0) return false;
  const differing = sql`bit_count(${bitsOf(other.pictureHash)} # ${bitsOf(mine.pictureHash)})`;
  const rows = await ctx.db
    .select({ id: other.id })
    .from(mine)
    .innerJoin(
      other,
      or(
        eq(other.contentHash, mine.contentHash),
        and(or(...quarters), sql`${differing} <= ${sameWithin}`),
      ),
    )
    .where(
      and(
        inArray(mine.id, [...photoIds]),
        ne(other.ownerId, mine.ownerId),
        isNotNull(other.leadId),
      ),
    )
    .limit(1);
  return rows.length > 0;
}
