import { useLoaderData } from '@remix-run/react';
import { labelKey, type SubTreatment } from '#contracts/consultation';
import type { PublicReview } from '#contracts/deals';
import { isAppError } from '#platform/base/errors';
import { successStories } from '#workflows';
import { ButtonLink } from '#app/components/button';
import { Card } from '#app/components/card';
import { EmptyState } from '#app/components/empty-state';
import { Link } from '#app/components/link';
import { Page } from '#app/components/page';
import { ReviewText } from '#app/deals/review-text';
import { pageLoader } from '#app/http/page.server';
import { pageMeta } from '#app/i18n/page-meta';
import { useText } from '#app/i18n/use-text';

/** Not kept: what staff remove is gone at once. */
export const meta = pageMeta('public.success_stories');

export const loader = pageLoader('public', async (ctx, { url }) => {
  const cursor = url.searchParams.get('from') ?? undefined;
  const found = await successStories(ctx, { cursor }).catch((error: unknown) => {
    // An address that makes no sense begins at the newest.
    if (isAppError(error) && error.code === 'invalid_cursor') return successStories(ctx);
    throw error;
  });
  return { ...found, continued: cursor !== undefined };
});

export default function SuccessStoriesPage() {
  const t = useText();
  const { stories, nextCursor, continued } = useLoaderData<typeof loader>();
  return (
    <Page title={t('public.success_stories.title')} lead={t('public.success_stories.lead')}>
      <p className="measure mb-6 text-ink-soft">{t('public.success_stories.how')}</p>
      {stories.length === 0 ? (
        <EmptyState
          title={t('public.success_stories.none')}
          text={t('public.success_stories.none_text')}
          action={<ButtonLink to="/find-clinics">{t('public.find_clinics.title')}</ButtonLink>}
        />
      ) : (
        <StoryList stories={stories} />
      )}
      <nav
        aria-label={t('public.success_stories.pages')}
        className="mt-6 flex flex-wrap gap-3 empty:hidden"
      >
        {continued ? (
          <ButtonLink variant="secondary" to="/success-stories">
            {t('clinics.newest_reviews')}
          </ButtonLink>
        ) : null}
        {nextCursor ? (
          <ButtonLink
            variant="secondary"
            to={`?${new URLSearchParams({ from: nextCursor }).toString()}`}
          >
            {t('clinics.older_reviews')}
          </ButtonLink>
        ) : null}
      </nav>
    </Page>
  );
}

interface StoryListProps {
  stories: ReadonlyArray<{
    review: PublicReview;
    treatment: SubTreatment | null;
    clinic: { name: string; slug: string } | null;
  }>;
}

/** Reviews of all clinics, each with what was treated and where. */
function StoryList({ stories }: StoryListProps) {
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
