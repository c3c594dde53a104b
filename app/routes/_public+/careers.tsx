import { ContentPage } from '#app/components/content-page';
import { contentPage } from '#app/content/pages.server';
import { pageMeta } from '#app/i18n/page-meta';
import type { PageHandle } from '#app/layout/chrome';

export const handle: PageHandle = { kept: true };
export const meta = pageMeta('public.careers');
export const loader = () => ({ blocks: contentPage('careers') });

export default function CareersPage() {
  return <ContentPage name="public.careers" lead />;
}
