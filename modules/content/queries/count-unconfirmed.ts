import type { Ctx } from '#platform/context';
import { valueOf } from '../entries.server';
import { claimsOf, partKeys } from '../parts';
import { contentEntry } from '../tables.server';

/** How many claims of the site nobody has vouched for yet. */
export async function countUnconfirmed(ctx: Ctx): Promise<number> {
  const rows = await ctx.db.select().from(contentEntry);
  return partKeys
    .flatMap((key) =>
      claimsOf(
        valueOf(
          key,
          rows.find((row) => row.key === key),
        ),
      ),
    )
    .filter(({ confirmed }) => !confirmed).length;
}
