import { useLoaderData } from '@remix-run/react';
import { ButtonLink } from '#app/components/button';
import { EmptyState } from '#app/components/empty-state';
import { Page } from '#app/components/page';
import { pageLoader } from '#app/http/page.server';
import { pageMeta } from '#app/i18n/page-meta';
import { useText } from '#app/i18n/use-text';
import { StoryList } from '#app/stories/story-list';
import { isAppError } from '#platform/base/errors';
import { successStories } from '#workflows';

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
