import { and, desc, eq, getTableColumns, isNull, sql, type SQL } from 'drizzle-orm';
import type { Ctx } from '#platform/context';
import { readCursor, writeCursor } from '#platform/cursor';
import type { ReviewDto } from '../dto';
import { deal, review } from '../tables.server';
import { toReview } from '../to-dto';

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
