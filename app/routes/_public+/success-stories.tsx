import { ContentPage } from '#app/components/content-page';
import { contentPage } from '#app/content/pages.server';
import { pageMeta } from '#app/i18n/page-meta';
import type { PageHandle } from '#app/layout/chrome';

export const handle: PageHandle = { kept: true };
export const meta = pageMeta('public.success_stories');
export const loader = () => ({ blocks: contentPage('success-stories') });

export default function SuccessStoriesPage() {
  return <ContentPage name="public.success_stories" lead />;
}
