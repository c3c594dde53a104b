import { inArray, sql } from 'drizzle-orm';
import type { Ctx } from '#platform/context';
import { sqlNow } from '#platform/clock';
import { reputation } from '../tables.server';

/** Computed, each with its sample; null below five. */
export interface Reputation {
  /** Stars from 1 to 5, to one decimal. */
  readonly rating: { readonly average: number; readonly count: number } | null;
  /** 'Price kept in 11 of 12 treatments'. */
  readonly priceKept: { readonly kept: number; readonly of: number } | null;
  /** From a request's publication to the clinic's first offer; of the last 90 days. */
  readonly answerTime: { readonly medianMinutes: number; readonly sample: number } | null;
}

/** Fewer say more about chance than about a clinic. */
const smallestSample = 5;
/** The latest so many answers: what is read for a clinic does not grow with its history. */
const mostAnswers = 200;

/**
 * What clinics have shown, by id; every id has an entry. Ratings and kept prices are read as they were counted, answers
 * from at most the latest 200 of each clinic, all of them by one statement each.
 */
export async function reputationOf(
  ctx: Ctx,
  clinicIds: readonly string[],
): Promise<Map<string, Reputation>> {
  const ids = [...new Set(clinicIds)];
  if (ids.length === 0) return new Map();
  const [counted, answered] = await Promise.all([countsOf(ctx, ids), answersOf(ctx, ids)]);
  return new Map(
    ids.map((id) => [id, { ...shown(counted.get(id)), answerTime: answered.get(id) ?? null }]),
  );
}

type Counts = typeof reputation.$inferSelect;

function shown(counts: Counts | undefined): Pick<Reputation, 'rating' | 'priceKept'> {
  const { reviews = 0, stars = 0, treatments = 0, kept = 0 } = counts ?? {};
  return {
    rating:
      reviews < smallestSample
        ? null
        : { average: Math.round((10 * stars) / reviews) / 10, count: reviews },
    priceKept: treatments < smallestSample ? null : { kept, of: treatments },
  };
}

async function countsOf(ctx: Ctx, ids: string[]): Promise<Map<string, Counts>> {
  const rows = await ctx.db.select().from(reputation).where(inArray(reputation.clinicId, ids));
  return new Map(rows.map((row) => [row.clinicId, row]));
}

async function answersOf(ctx: Ctx, ids: string[]) {
  const { rows } = await ctx.db.execute<{ id: string; median: number; sample: number }>(sql`
    select ids.id, a.median, a.sample
    from unnest(${sql.param(ids)}::uuid[]) as ids(id)
    cross join lateral (
      select percentile_cont(0.5) within group (order by minutes)::float8 as median,
        count(*)::int as sample
      from (select minutes from deals.answer
            where clinic_id = ids.id and at > ${sqlNow} - interval '90 days'
            order by at desc limit ${mostAnswers}) latest) a
    where a.sample >= ${smallestSample}`);
  return new Map(
    rows.map(({ id, median, sample }) => [
      id,
      { medianMinutes: Math.round(Number(median)), sample },
    ]),
  );
}
