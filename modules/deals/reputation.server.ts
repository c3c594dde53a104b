import { and, desc, eq, getTableColumns, isNull, sql, type SQL } from 'drizzle-orm';
import { loggedPerMonth, withTransaction } from '#engine';
import { sqlNow } from '#platform/time/clock';
import type { Ctx, TxCtx } from '#platform/context';
import { readCursor, writeCursor } from '#platform/base/cursor';
import { isId } from '#platform/base/ids';
import type { MonthFigure } from '#platform/time/month-series';
import { lockCounts } from './projection.server';
import { toReview } from './queries.server';
import type { ReviewDto } from './schemas';
import { answer, deal, review } from './tables.server';
import { type RemovalReason, removalReasons } from './values';

const pageSize = 10;

interface ReviewPage<R> {
  reviews: R[];
  nextCursor: string | null;
}

/** A page of what was not removed, newest first. */
async function pageOf(
  ctx: Ctx,
  { of, cursor }: { of?: SQL; cursor?: string },
): Promise<ReviewPage<typeof review.$inferSelect & { leadId: string }>> {
  const after = cursor ? readCursor(cursor) : null;
  const rows = await ctx.readDb
    .select({ ...getTableColumns(review), leadId: deal.leadId })
    .from(review)
    .innerJoin(deal, eq(deal.id, review.dealId))
    .where(
      and(
        of,
        isNull(review.removedAt),
        after
          ? sql`(${review.createdAt}, ${review.id}) < (${after.at}::timestamptz, ${after.id}::uuid)`
          : undefined,
      ),
    )
    .orderBy(desc(review.createdAt), desc(review.id))
    .limit(pageSize + 1);
  const page = rows.slice(0, pageSize);
  const last = rows.length > pageSize ? page.at(-1) : undefined;
  return {
    reviews: page,
    nextCursor: last ? writeCursor({ at: last.createdAt, id: last.id }) : null,
  };
}

/**
 * What everybody reads of a clinic, newest first; who wrote it is put to words elsewhere, from `patientId`.
 *
 * @throws AppError `invalid_cursor`
 */
export async function publicReviews(
  ctx: Ctx,
  { clinicId, cursor }: { clinicId: string; cursor?: string },
): Promise<ReviewPage<{ review: ReviewDto; patientId: string; leadId: string }>> {
  const { reviews, nextCursor } = await pageOf(ctx, { of: eq(review.clinicId, clinicId), cursor });
  return {
    reviews: reviews.map((row) => ({
      review: toReview(row),
      patientId: row.patientId,
      leadId: row.leadId,
    })),
    nextCursor,
  };
}

/** One review of a clinic that everybody reads, and whose deal it is about; null for any other. */
export async function publicReview(
  ctx: Ctx,
  { clinicId, reviewId }: { clinicId: string; reviewId: string },
): Promise<{ review: ReviewDto; patientId: string; offerId: string } | null> {
  if (!isId(reviewId)) return null;
  const [row] = await ctx.db
    .select({ ...getTableColumns(review), offerId: deal.offerId })
    .from(review)
    .innerJoin(deal, eq(deal.id, review.dealId))
    .where(and(eq(review.id, reviewId), eq(review.clinicId, clinicId), isNull(review.removedAt)));
  return row ? { review: toReview(row), patientId: row.patientId, offerId: row.offerId } : null;
}

/**
 * What everybody reads of all clinics, newest first; whose treatment it was is put to words elsewhere.
 *
 * @throws AppError `invalid_cursor`
 */
export async function latestReviews(
  ctx: Ctx,
  { cursor }: { cursor?: string } = {},
): Promise<ReviewPage<{ review: ReviewDto; patientId: string; clinicId: string; leadId: string }>> {
  const { reviews, nextCursor } = await pageOf(ctx, { cursor });
  return {
    reviews: reviews.map((row) => ({
      review: toReview(row),
      patientId: row.patientId,
      clinicId: row.clinicId,
      leadId: row.leadId,
    })),
    nextCursor,
  };
}

/** Computed, each with its sample; null below five. */
export interface Reputation {
  /** Stars from 1 to 5, to one decimal. */
  readonly rating: { readonly average: number; readonly count: number } | null;
  /** 'Price kept in 11 of 12 treatments'. */
  readonly priceKept: { readonly kept: number; readonly of: number } | null;
  /** 'Foreseen in its offer 4 of 6 times': of treatments whose price was another one than the accepted. */
  readonly priceForeseen: { readonly foreseen: number; readonly of: number } | null;
  /** From a request's publication to the clinic's first offer; of the last 90 days. */
  readonly answerTime: AnswerTime | null;
  /** The same of requests whose patients asked this clinic. */
  readonly askedAnswerTime: AnswerTime | null;
}

interface AnswerTime {
  readonly medianMinutes: number;
  readonly sample: number;
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
  readonly differed: number;
  readonly foreseen: number;
  readonly median: number | null;
  readonly sample: number;
  readonly askedMedian: number | null;
  readonly askedSample: number;
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
      coalesce(r.treatments, 0) as treatments, coalesce(r.kept, 0) as kept,
      coalesce(r.differed, 0) as differed, coalesce(r.foreseen, 0) as foreseen, a.median, a.sample,
      k.median as "askedMedian", k.sample as "askedSample"
    from unnest(${sql.param(ids)}::uuid[]) as ids(id)
    left join deals.reputation r on r.clinic_id = ids.id
    cross join lateral ${answersOf(sql`true`)} a
    cross join lateral ${answersOf(sql`asked`)} k`);
  return new Map(rows.map((row) => [row.id, shown(row)]));
}

/** Of the clinic that stands around it: the middle of its latest answers, and how many they are. */
const answersOf = (which: SQL): SQL => sql`(
  select percentile_cont(0.5) within group (order by minutes)::float8 as median,
    count(*)::int as sample
  from (select minutes from deals.answer
        where clinic_id = ids.id and at > ${sqlNow} - interval '90 days' and ${which}
        order by at desc limit ${mostAnswers}) latest)`;

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

const answerTimeOf = (median: number | null, sample: number): AnswerTime | null =>
  sample < smallestSample ? null : { medianMinutes: Math.round(Number(median)), sample };

const shown = ({ median, sample, ...counted }: Counted): Reputation => ({
  rating: ratingOf(counted),
  priceKept:
    counted.treatments < smallestSample ? null : { kept: counted.kept, of: counted.treatments },
  priceForeseen:
    counted.differed < smallestSample ? null : { foreseen: counted.foreseen, of: counted.differed },
  answerTime: answerTimeOf(median, sample),
  askedAnswerTime: answerTimeOf(counted.askedMedian, counted.askedSample),
});

/** Keeps how long a clinic took to its first offer for a request; further offers for it change nothing. */
export async function recordAnswer(
  ctx: TxCtx,
  {
    clinicId,
    leadId,
    publishedAt,
    asked,
  }: { clinicId: string; leadId: string; publishedAt: Date; asked: boolean },
): Promise<void> {
  const took = sql`extract(epoch from platform.now() - ${publishedAt.toISOString()}::timestamptz)`;
  await ctx.db
    .insert(answer)
    .values({
      clinicId,
      leadId,
      asked,
      at: sql`platform.now()`,
      minutes: sql`greatest(0, round(${took} / 60))::int`,
    })
    .onConflictDoNothing();
}

/** The counts of one clinic as they follow from its reviews and deals. */
const truth = (clinicId: unknown) => sql`
  select r.*, d.* from
    (select count(*)::int as reviews, coalesce(sum(${review.stars}), 0)::int as stars
      from ${review} where ${review.clinicId} = ${clinicId} and ${review.removedAt} is null) r,
    (select count(*)::int as treatments, (count(*) filter (where ${deal.priceKept}))::int as kept,
        (count(*) filter (where ${deal.priceDifference} <> 'none'))::int as differed,
        (count(*) filter (where ${deal.priceDifference} = 'foreseen'))::int as foreseen
      from ${deal} where ${deal.clinicId} = ${clinicId} and ${deal.priceKept} is not null) d`;

const same = sql`(t.reviews, t.stars, t.treatments, t.kept, t.differed, t.foreseen)
  is not distinct from (k.reviews, k.stars, k.treatments, k.kept, k.differed, k.foreseen)`;

/**
 * Walks the clinics in steps and sets right whose counts differ from what they follow from; answers how many did. Nothing
 * makes them differ but a fault, a restore or a hand in the tables.
 */
export async function repairReputation(ctx: Ctx): Promise<number> {
  let repaired = 0;
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const { rows } = await ctx.db.execute<{ id: string; same: boolean }>(sql`
      select c.id, ${same} as same
      from (select clinic_id as id from ${deal} where clinic_id > ${after}::uuid
            union select clinic_id from deals.reputation where clinic_id > ${after}::uuid
            order by 1 limit 100) c
      left join deals.reputation k on k.clinic_id = c.id
      cross join lateral (${truth(sql`c.id`)}) t order by c.id`);
    for (const { id } of rows.filter((row) => !row.same)) repaired += await repairOne(ctx, id);
    const last = rows.at(-1);
    if (!last) break;
    after = last.id;
  }
  if (repaired > 0) ctx.log.warn({ mended: repaired }, 'the reputation of clinics was set right');
  return repaired;
}

/** Under the lock that every event takes, so that what is counted has been added, or will be. */
const repairOne = (ctx: Ctx, clinicId: string): Promise<number> =>
  withTransaction(ctx, async (tx) => {
    await lockCounts(tx, clinicId);
    const { rowCount } = await tx.db.execute(sql`
      update deals.reputation k
      set reviews = t.reviews, stars = t.stars, treatments = t.treatments, kept = t.kept,
        differed = t.differed, foreseen = t.foreseen
      from (${truth(clinicId)}) t where k.clinic_id = ${clinicId} and not ${same}`);
    return rowCount ?? 0;
  });

const received: MonthFigure = (from, to) => sql`select count(*) from ${review}
  where ${review.createdAt} >= ${from} and ${review.createdAt} < ${to}`;

/** What became of reviews, month by month: how many were written, and how many staff removed for which reason. */
export const reviewMonths = {
  'reviews.received': received,
  ...(Object.fromEntries(
    removalReasons.map((because) => [
      `reviews.removed.${because}`,
      loggedPerMonth('deals.remove-review', ['because', because]),
    ]),
  ) as Record<`reviews.removed.${RemovalReason}`, MonthFigure>),
};

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
