import { labelKey, type SubTreatment } from '#contracts/consultation';
import type { PublicReview } from '#contracts/deals';
import { useText } from '#app/i18n/use-text';
import { Link } from '#app/components/link';
import { Card } from '../components/card';
import { ReviewText } from '../deals/review-list';

interface StoryListProps {
  stories: ReadonlyArray<{
    review: PublicReview;
    treatment: SubTreatment | null;
    clinic: { name: string; slug: string } | null;
  }>;
}

/** Reviews of all clinics, each with what was treated and where. */
export function StoryList({ stories }: StoryListProps) {
  const t = useText();
  return (
    <ul className="space-y-4">
      {stories.map(({ review, treatment, clinic }) => (
        <Card as="li" key={review._id} className="wrap-anywhere">
          <h2 className="mb-2 text-lg">
            {treatment ? t(labelKey('sub-treatment', treatment)) : t('public.success_stories.some')}
            {clinic ? (
              <>
                {' · '}
                <Link to={`/find-clinics/${clinic.slug}`} className="link">
                  {clinic.name}
                </Link>
              </>
            ) : null}
          </h2>
          <ReviewText review={review} author={review.author ?? t('deals.reviews.gone')} />
        </Card>
      ))}
    </ul>
  );
}
