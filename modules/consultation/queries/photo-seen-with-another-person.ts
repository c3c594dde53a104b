import { sql } from 'drizzle-orm';
import type { Ctx } from '#platform/context';
import { photo } from '../tables.server';

/** Bits of 64 in which two hashes of one picture differ at most. */
const sameWithin = 4;

/**
 * Whether one of these photos, the very file or the picture re-encoded or resized, also belongs to a
 * request of another patient. For the screening of leads.
 */
export async function photoSeenWithAnotherPerson(
  ctx: Ctx,
  photoIds: readonly string[],
): Promise<boolean> {
  if (photoIds.length === 0) return false;
  const { rows } = await ctx.db.execute<{ seen: boolean }>(sql`
    select exists (
      select from ${photo} mine join ${photo} other
        on other.owner_id <> mine.owner_id and other.lead_id is not null
       and (other.content_hash = mine.content_hash
            or bit_count(('x' || other.picture_hash)::bit(64) # ('x' || mine.picture_hash)::bit(64)) <= ${sameWithin})
      where mine.id in (${sql.join(
        photoIds.map((id) => sql`${id}::uuid`),
        sql`, `,
      )})
    ) as seen`);
  return rows[0]?.seen === true;
}
