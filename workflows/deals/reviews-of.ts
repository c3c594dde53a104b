import type { PublicReview } from '#contracts/deals';
import { publicReviews } from '#modules/deals';
import { abbreviatedNames } from '#modules/identity';
import type { Ctx } from '#platform/context';

/**
 * What everybody reads of a clinic, newest first, under abbreviated names.
 *
 * @throws AppError `invalid_cursor`
 */
export async function reviewsOf(
  ctx: Ctx,
  asked: { clinicId: string; cursor?: string },
): Promise<{ reviews: PublicReview[]; nextCursor: string | null }> {
  const { reviews, nextCursor } = await publicReviews(ctx, asked);
  const ids = [...new Set(reviews.map(({ patientId }) => patientId))];
  const names = await abbreviatedNames(ctx, { ids, lock: false });
  return {
    reviews: reviews.map(({ review, patientId }) => ({
      ...review,
      author: names.get(patientId) ?? null,
    })),
    nextCursor,
  };
}
