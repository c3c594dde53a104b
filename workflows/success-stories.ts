import type { SubTreatment } from '#contracts/consultation';
import type { PublicReview } from '#contracts/deals';
import { publicNames } from '#modules/clinic-onboarding';
import { latestReviews } from '#modules/deals';
import { abbreviatedNames } from '#modules/identity';
import { subTreatmentsOf } from '#modules/leads';
import type { Ctx } from '#platform/context';

/** A review with what it is about. */
export interface Story {
  readonly review: PublicReview;
  readonly treatment: SubTreatment | null;
  /** Null while it is not approved. */
  readonly clinic: { readonly name: string; readonly slug: string } | null;
}

/**
 * What patients of treated deals say of all clinics, newest first, under abbreviated names. What staff removed is not
 * among them.
 *
 * @throws AppError `invalid_cursor`
 */
export async function successStories(
  ctx: Ctx,
  asked: { cursor?: string } = {},
): Promise<{ stories: Story[]; nextCursor: string | null }> {
  const { reviews, nextCursor } = await latestReviews(ctx, asked);
  const of = (key: 'patientId' | 'clinicId' | 'leadId') => [
    ...new Set(reviews.map((one) => one[key])),
  ];
  const [names, clinics, treatments] = await Promise.all([
    abbreviatedNames(ctx, { ids: of('patientId'), lock: false }),
    publicNames(ctx, of('clinicId')),
    subTreatmentsOf(ctx, of('leadId')),
  ]);
  const stories = reviews.map(({ review, patientId, clinicId, leadId }) => ({
    review: { ...review, author: names.get(patientId) ?? null },
    treatment: (treatments.get(leadId) as SubTreatment | undefined) ?? null,
    clinic: clinics.get(clinicId) ?? null,
  }));
  return { stories, nextCursor };
}
