import { ContentPage } from '#app/components/content-page';
import { contentPage } from '#app/content/pages.server';
import { pageMeta } from '#app/i18n/page-meta';

export const meta = pageMeta('public.clinic_register');
export const loader = () => ({ blocks: contentPage('clinic-register') });

export default function ClinicRegisterPage() {
  return <ContentPage name="public.clinic_register" lead />;
}
