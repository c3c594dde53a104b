import type { LoaderFunctionArgs } from '@remix-run/node';
import { ContentPage } from '#app/components/content-page';
import { contentPage } from '#app/content/pages.server';
import { pageMeta } from '#app/i18n/page-meta';
import type { PageHandle } from '#app/layout/use-scripts';

export const handle: PageHandle = { kept: true };
export const meta = pageMeta('public.rules');
export const loader = ({ context }: LoaderFunctionArgs) => contentPage('rules', context.locale);

export default function RulesPage() {
  return <ContentPage name="public.rules" lead />;
}
