import { useEffect, useRef } from 'react';
import { useText } from '#app/i18n/use-text';
import { clearLocalCopy } from '#app/wizard/clear-local-copy';
import { ButtonLink } from '../components/button';
import { Page } from '../components/page';
import { Timeline } from '../components/timeline';

/** Step 8: the request is in; what happens next and where it can be followed. */
export function Confirmation() {
  const t = useText();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(clearLocalCopy, []);
  // It takes the summary's place on its route, so that no change of the address moves the focus.
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, []);
  return (
    <Page title={t('consultation.done.title')} lead={t('consultation.done.lead')} heading={heading}>
      <Timeline
        items={[
          { title: t('consultation.done.sent'), state: 'done' },
          { title: t('consultation.next.screening'), state: 'current' },
          { title: t('consultation.next.offers'), state: 'upcoming' },
        ]}
      />
      <div className="mt-8 flex flex-wrap gap-3">
        <ButtonLink to="/my-offers">{t('consultation.done.requests')}</ButtonLink>
        <ButtonLink to="/" variant="secondary">
          {t('consultation.done.home')}
        </ButtonLink>
      </div>
    </Page>
  );
}
