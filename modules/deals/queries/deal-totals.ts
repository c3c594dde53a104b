import { sql } from 'drizzle-orm';
import type { Ctx } from '#platform/context';

/** Counted up to here. */
const mostTreatments = 100_000;
/** The latest so many reviews say how patients fare. */
const mostReviews = 1_000;

interface Totals extends Record<string, unknown> {
  readonly treatments: number;
  readonly reviews: number;
  readonly good: number;
}

/** How many treatments both sides have confirmed, and how many of the latest reviews give four or five stars. */
export async function dealTotals(ctx: Ctx): Promise<Totals> {
  const { rows } = await ctx.readDb.execute<Totals>(sql`
    select (select count(*)::int from (select 1 from deals.deal where status in ('treated', 'reviewed')
              limit ${sql.raw(String(mostTreatments))}) t) as treatments,
      count(*)::int as reviews, (count(*) filter (where stars >= 4))::int as good
    from (select stars from deals.review where removed_at is null
          order by created_at desc, id desc limit ${sql.raw(String(mostReviews))}) latest`);
  return rows[0]!;
}
