import { asc, eq, getTableColumns, isNotNull } from 'drizzle-orm';
import type { ActorOf } from '#platform/actor';
import type { HomeRecord } from '#platform/console-records';
import type { Ctx } from '#platform/context';
import { AppError } from '#platform/errors';
import { isId } from '#platform/ids';
import type { Page, RequestOf } from '#platform/list';
import { chooseIds, findPage, type Listing, type Narrowing } from '#platform/list-page';
import { queueFigures, type Queue } from '#platform/queue-figures';
import type { reviewList } from '../console-lists';
import type { ReviewDetailRecord, ReviewRecord } from '../console-records';
import type { ReviewRow } from '../repo.server';
import { report, review } from '../tables.server';

type Staff = Ctx<ActorOf<'staff'>>;
type Request = RequestOf<typeof reviewList>;

/** A record but for what other modules know. */
export type ListedReview = Omit<ReviewRecord, 'clinicName'>;
export type ReviewDetail = Omit<ReviewDetailRecord, 'clinicName'>;

const listing: Listing<Request['sort']['field']> = {
  table: review,
  id: review.id,
  own: review.createdAt,
  columns: { createdAt: review.createdAt },
  lanes: [
    { column: review.dealId, chosen: 'few' },
    { column: review.patientId, chosen: 'few' },
  ],
};

const isReported = isNotNull(review.reportedAt);

const narrowing = ({ filter: { id, reported, patientId, q } }: Request): Narrowing => ({
  choices: [
    chooseIds(review.id, id),
    chooseIds(review.patientId, patientId === undefined ? undefined : [patientId]),
  ],
  either:
    q === undefined
      ? undefined
      : [review.id, review.dealId, review.patientId].map((column) => ({
          column,
          values: isId(q) ? [q] : [],
        })),
  where: reported && isReported,
});

/** A page of all reviews, those that were removed included. */
export async function listReviewsForStaff(
  ctx: Staff,
  request: Request,
): Promise<Page<ListedReview>> {
  const page = findPage(listing, request, narrowing(request));
  const rows = await ctx.db
    .select(getTableColumns(review))
    .from(review)
    .innerJoin(page.keys, page.isOn)
    .orderBy(page.order);
  return page.answer(ctx, rows.map(toListed));
}

/** One review with why it was reported. @throws AppError `not_found` */
export async function reviewForStaff(ctx: Staff, id: string): Promise<ReviewDetail> {
  const [row] = isId(id) ? await ctx.db.select().from(review).where(eq(review.id, id)) : [];
  if (!row) throw new AppError('not_found');
  const { side, reason, at } = report;
  const reports = await ctx.db
    .select({ side, reason, at })
    .from(report)
    .where(eq(report.reviewId, row.id))
    .orderBy(asc(at));
  return {
    ...toListed(row),
    reports: reports.map((each) => ({ ...each, at: each.at.toISOString() })),
  };
}

export const reviewRows: Queue = {
  id: 'reviews',
  table: review,
  where: isReported,
  first: review.reportedAt,
};

/** Reported reviews that nobody has looked at, oldest report first. */
export async function reviewQueue(ctx: Staff): Promise<HomeRecord['queues'][number]> {
  const first = review.reportedAt;
  const figures = await queueFigures(ctx, reviewRows);
  const next = await ctx.db
    .select({ id: review.id, stars: review.stars })
    .from(review)
    .where(isReported)
    .orderBy(asc(first), asc(review.id))
    .limit(5);
  return {
    id: 'reviews',
    ...figures,
    next: next.map(({ id, stars }) => ({ id, label: String(stars), dueAt: null })),
  };
}

const instant = (date: Date | null): string | null => date?.toISOString() ?? null;

const toListed = (row: ReviewRow): ListedReview => ({
  id: row.id,
  dealId: row.dealId,
  clinicId: row.clinicId,
  patientId: row.patientId,
  stars: row.stars,
  text: row.text,
  answer: row.answer,
  createdAt: row.createdAt.toISOString(),
  answeredAt: instant(row.answeredAt),
  reportedAt: instant(row.reportedAt),
  removedAt: instant(row.removedAt),
  removedBecause: row.removedBecause,
  answerRemovedBecause: row.answerRemovedBecause,
  allowedEvents: [
    ...(row.removedAt ? [] : ['remove']),
    ...(row.answer !== null && !row.removedAt ? ['remove-answer'] : []),
    ...(row.reportedAt ? ['keep'] : []),
  ],
});
