import type { SubTreatment } from '#contracts/consultation';
import type { PublicReview } from '#contracts/deals';
import { publicReviews } from '#modules/deals';
import { abbreviatedNames } from '#modules/identity';
import { subTreatmentsOf } from '#modules/leads';
import type { Ctx } from '#platform/context';

/** What was treated is null where the request is gone. */
type ClinicReview = PublicReview & { readonly treatment: SubTreatment | null };

/**
 * What everybody reads of a clinic, newest first, under abbreviated names, each with what was treated.
 *
 * @throws AppError `invalid_cursor`
 */
export async function reviewsOf(
  ctx: Ctx,
  asked: { clinicId: string; cursor?: string },
): Promise<{ reviews: ClinicReview[]; nextCursor: string | null }> {
  const { reviews, nextCursor } = await publicReviews(ctx, asked);
  const ids = [...new Set(reviews.map(({ patientId }) => patientId))];
  const [names, treatments] = await Promise.all([
    abbreviatedNames(ctx, { ids, lock: false }),
    subTreatmentsOf(
      ctx,
      reviews.map(({ leadId }) => leadId),
    ),
  ]);
  return {
    reviews: reviews.map(({ review, patientId, leadId }) => ({
      ...review,
      author: names.get(patientId) ?? null,
      treatment: (treatments.get(leadId) as SubTreatment | undefined) ?? null,
    })),
    nextCursor,
  };
}
