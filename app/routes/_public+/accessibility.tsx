import type { LoaderFunctionArgs } from '@remix-run/node';
import { ContentPage } from '#app/components/content-page';
import { contentPage } from '#app/content/pages.server';
import { pageMeta } from '#app/i18n/page-meta';
import type { PageHandle } from '#app/layout/use-scripts';

export const handle: PageHandle = { kept: true };
export const meta = pageMeta('public.accessibility');
export const loader = ({ context }: LoaderFunctionArgs) =>
  contentPage('accessibility', context.locale);

export default function AccessibilityPage() {
  return <ContentPage name="public.accessibility" lead />;
}
