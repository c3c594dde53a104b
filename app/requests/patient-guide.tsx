import type { OwnRequests } from '#workflows';
import { useText } from '#app/i18n/use-text';
import { GuideCard } from '../demo/guide-card';

/** The clinic of the demo that answers in the story. */
export const clinicOfGuide = '+12125550111';

/** In the demo: from a request to an agreed day, ticked by the requests of this page. */
export function PatientGuide({ counts, requests }: Pick<OwnRequests, 'counts' | 'requests'>) {
  const t = useText();
  const over = counts.active === 0 && counts.over > 0;
  const offered = requests.find(({ deal, offersCount }) => !deal && offersCount > 0);
  const deals = requests.flatMap(({ deal }) => deal ?? []);
  return (
    <GuideCard
      page="/my-offers"
      steps={[
        {
          words: t('demo.guide.patient.ask'),
          to: '/consultation',
          done: counts.active + counts.over > 0,
        },
        {
          words: t('demo.guide.patient.choose'),
          to: offered ? `/offers/${offered._id}` : null,
          done: over || deals.length > 0,
        },
        {
          words: t('demo.guide.patient.day'),
          to: deals[0] ? `/deal/${deals[0].offerId}` : null,
          done: over || deals.some(({ scheduledFor }) => scheduledFor !== null),
        },
      ]}
      otherSide={{
        id: 'demo.guide.patient.other_side',
        phone: clinicOfGuide,
        signIn: '/clinic-login',
      }}
    />
  );
}
