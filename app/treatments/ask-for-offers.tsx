import { ButtonLink } from '../components/button';
import { useViewer } from '../components/use-viewer';
import { useText } from '#app/i18n/use-text';

/** The way to offers, for one treatment or for any; what was chosen waits while its reader signs in. */
export function AskForOffers({ treatment, full }: { treatment?: string; full?: boolean }) {
  const t = useText();
  const signedIn = useViewer().patient;
  if (treatment)
    return (
      <ButtonLink full={full} to={beginPath(treatment)}>
        {t('public.treatments.ask')}
      </ButtonLink>
    );
  return (
    <ButtonLink full={full} to={signedIn ? '/consultation' : '/register'}>
      {t(signedIn ? 'landing.start_consultation' : 'landing.get_started_free')}
    </ButtonLink>
  );
}

/** Where a request for one treatment begins, by the last part of its address. */
export const beginPath = (treatment: string): string =>
  `/consultation/begin?${new URLSearchParams({ treatment }).toString()}`;
