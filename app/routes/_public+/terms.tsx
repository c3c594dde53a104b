import type { LoaderFunctionArgs } from '@remix-run/node';
import { BindingText, ContentPage } from '#app/components/content-page';
import { contentPage } from '#app/content/pages.server';
import { pageMeta } from '#app/i18n/page-meta';
import type { PageHandle } from '#app/layout/use-scripts';

export const handle: PageHandle = { kept: true };
export const meta = pageMeta('legal.terms');
export const loader = ({ context }: LoaderFunctionArgs) => contentPage('terms', context.locale);

export default function TermsPage() {
  return (
    <ContentPage name="legal.terms" back={{ to: '/', history: true }}>
      <BindingText />
    </ContentPage>
  );
}
