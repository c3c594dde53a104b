import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Ctx } from '#platform/context';
import { readCursor, writeCursor } from '#platform/cursor';
import type { ReviewDto } from '../dto';
import { review } from '../tables.server';
import { toReview } from '../to-dto';

const pageSize = 10;

/**
 * What everybody reads of a clinic, newest first; who wrote it is put to words elsewhere, from `patientId`.
 *
 * @throws AppError `invalid_cursor`
 */
export async function publicReviews(
  ctx: Ctx,
  { clinicId, cursor }: { clinicId: string; cursor?: string },
): Promise<{
  reviews: Array<{ review: ReviewDto; patientId: string }>;
  nextCursor: string | null;
}> {
  const after = cursor ? readCursor(cursor) : null;
  const rows = await ctx.readDb
    .select()
    .from(review)
    .where(
      and(
        eq(review.clinicId, clinicId),
        isNull(review.removedAt),
        after
          ? sql`(${review.createdAt}, ${review.id}) < (${after.at}::timestamptz, ${after.id}::uuid)`
          : undefined,
      ),
    )
    .orderBy(desc(review.createdAt), desc(review.id))
    .limit(pageSize + 1);
  const page = rows.slice(0, pageSize);
  const last = page.at(-1);
  return {
    reviews: page.map((row) => ({ review: toReview(row), patientId: row.patientId })),
    nextCursor:
      rows.length > pageSize && last ? writeCursor({ at: last.createdAt, id: last.id }) : null,
  };
}
