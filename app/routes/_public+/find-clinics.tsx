import { ButtonLink } from '#app/components/button';
import { ContentPage } from '#app/components/content-page';
import { useViewer } from '#app/components/use-viewer';
import { contentPage } from '#app/content/pages.server';
import { pageMeta } from '#app/i18n/page-meta';
import { useText } from '#app/i18n/use-text';

export const meta = pageMeta('public.find_clinics');
export const loader = () => ({ blocks: contentPage('find-clinics') });

export default function FindClinicsPage() {
  const t = useText();
  const signedIn = useViewer().patient;
  return (
    <ContentPage name="public.find_clinics" lead>
      <ButtonLink to={signedIn ? '/consultation' : '/register'}>
        {t(signedIn ? 'landing.start_consultation' : 'landing.get_started_free')}
      </ButtonLink>
    </ContentPage>
  );
}
