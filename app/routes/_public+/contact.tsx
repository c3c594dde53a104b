import { ContentPage } from '#app/components/content-page';
import { contentPage } from '#app/content/pages.server';
import { pageMeta } from '#app/i18n/page-meta';

export const meta = pageMeta('public.contact');
export const loader = () => ({ blocks: contentPage('contact') });

export default function ContactPage() {
  return <ContentPage name="public.contact" lead />;
}
