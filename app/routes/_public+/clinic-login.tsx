import { ContentPage } from '#app/components/content-page';
import { contentPage } from '#app/content/pages.server';
import { pageMeta } from '#app/i18n/page-meta';

export const meta = pageMeta('public.clinic_login');
export const loader = () => ({ blocks: contentPage('clinic-login') });

export default function ClinicLoginPage() {
  return <ContentPage name="public.clinic_login" lead />;
}
