import { useText } from '#app/i18n/use-text';
import { ButtonLink } from '../components/button';
import { ReviewList, type TreatmentReview } from '../deals/review-list';

interface ClinicReviewsProps {
  reviews: readonly TreatmentReview[];
  nextCursor: string | null;
  /** Not the newest. */
  continued: boolean;
}

/** What patients of treated deals say, newest first, a page at a time. */
export function ClinicReviews({ reviews, nextCursor, continued }: ClinicReviewsProps) {
  const t = useText();
  return (
    <section id="reviews">
      <h2 className="mb-3 text-lg">{t('clinics.reviews')}</h2>
      <ReviewList reviews={reviews} />
      <div className="mt-4 flex flex-wrap gap-3 empty:hidden">
        {continued ? (
          <ButtonLink variant="secondary" to="?#reviews">
            {t('clinics.newest_reviews')}
          </ButtonLink>
        ) : null}
        {nextCursor ? (
          <ButtonLink
            variant="secondary"
            to={`?${new URLSearchParams({ reviews: nextCursor }).toString()}#reviews`}
          >
            {t('clinics.older_reviews')}
          </ButtonLink>
        ) : null}
      </div>
    </section>
  );
}
