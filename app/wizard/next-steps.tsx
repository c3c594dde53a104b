import { useText } from '#app/i18n/use-text';

/** What follows from the button below: what is agreed to, and what happens when. */
export function NextSteps() {
  const t = useText();
  return (
    <div className="mt-8 space-y-6">
      <section>
        <h2 className="text-xl">{t('consultation.next.title')}</h2>
        <ol className="measure mt-2 list-decimal space-y-1 ps-6">
          <li>{t('consultation.next.screening')}</li>
          <li>{t('consultation.next.clinics')}</li>
          <li>{t('consultation.next.offers')}</li>
        </ol>
      </section>
      <section>
        <h2 className="text-xl">{t('consultation.consent.title')}</h2>
        <ul className="measure mt-2 list-disc space-y-1 ps-6">
          <li>{t('consultation.consent.health_data')}</li>
          <li>{t('consultation.consent.sharing')}</li>
        </ul>
      </section>
    </div>
  );
}
