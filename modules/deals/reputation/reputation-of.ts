import { sql } from 'drizzle-orm';
import type { Ctx } from '#platform/context';
import { sqlNow } from '#platform/clock';

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

interface Counted extends Record<string, unknown> {
  readonly id: string;
  readonly reviews: number;
  readonly stars: number;
  readonly treatments: number;
  readonly kept: number;
  readonly median: number | null;
  readonly sample: number;
}

/**
 * What clinics have shown, by id; every id has an entry. Ratings and kept prices are read as they were counted, answers
 * from at most the latest 200 of each clinic; all of it by one statement.
 */
export async function reputationOf(
  ctx: Ctx,
  clinicIds: readonly string[],
): Promise<Map<string, Reputation>> {
  const ids = [...new Set(clinicIds)];
  if (ids.length === 0) return new Map();
  const { rows } = await ctx.db.execute<Counted>(sql`
    select ids.id, coalesce(r.reviews, 0) as reviews, coalesce(r.stars, 0) as stars,
      coalesce(r.treatments, 0) as treatments, coalesce(r.kept, 0) as kept, a.median, a.sample
    from unnest(${sql.param(ids)}::uuid[]) as ids(id)
    left join deals.reputation r on r.clinic_id = ids.id
    cross join lateral (
      select percentile_cont(0.5) within group (order by minutes)::float8 as median,
        count(*)::int as sample
      from (select minutes from deals.answer
            where clinic_id = ids.id and at > ${sqlNow} - interval '90 days'
            order by at desc limit ${mostAnswers}) latest) a`);
  return new Map(rows.map((row) => [row.id, shown(row)]));
}

/** The ratings alone, of those clinics that have one: of many clinics at once, to put them in order. */
export async function ratingsOf(
  ctx: Ctx,
  clinicIds: readonly string[],
): Promise<Map<string, NonNullable<Reputation['rating']>>> {
  if (clinicIds.length === 0) return new Map();
  const { rows } = await ctx.db.execute<Pick<Counted, 'id' | 'reviews' | 'stars'>>(sql`
    select r.clinic_id as id, r.reviews, r.stars
    from unnest(${sql.param([...clinicIds])}::uuid[]) as ids(id)
    join deals.reputation r on r.clinic_id = ids.id
    where r.reviews >= ${smallestSample}`);
  return new Map(rows.map(({ id, ...counted }) => [id, ratingOf(counted)!]));
}

const ratingOf = ({ reviews, stars }: Pick<Counted, 'reviews' | 'stars'>): Reputation['rating'] =>
  reviews < smallestSample
    ? null
    : { average: Math.round((10 * stars) / reviews) / 10, count: reviews };

const shown = ({ reviews, stars, treatments, kept, median, sample }: Counted): Reputation => ({
  rating: ratingOf({ reviews, stars }),
  priceKept: treatments < smallestSample ? null : { kept, of: treatments },
  answerTime:
    sample < smallestSample ? null : { medianMinutes: Math.round(Number(median)), sample },
});
