import type { ClinicCounts, LeadCard, SavedFilter } from '#contracts/exchange';
import { useText } from '#app/i18n/use-text';
import { useViewer } from '../components/use-viewer';
import { GuideCard } from '../demo/guide-card';
import { listAddress } from './dashboard-address';

/** The patient of the demo who waits for answers in the story. */
export const patientOfGuide = '+12125550101';

interface ClinicGuideProps {
  readonly counts: ClinicCounts;
  readonly leads: readonly LeadCard[];
  readonly filters: readonly SavedFilter[];
}

/** In the demo: an offer, an answer, a filter of one's own, ticked by what the dashboard shows. */
export function ClinicGuide({ counts, leads, filters }: ClinicGuideProps) {
  const t = useText();
  const unread = useViewer().messages.clinic;
  const hasOffered = counts.activeBids + counts.wonDeals > 0;
  return (
    <GuideCard
      page="/clinic/dashboard"
      steps={[
        {
          words: t('demo.guide.clinic.offer'),
          to: leads[0] ? `/clinic/request/${leads[0]._id}` : null,
          done: hasOffered,
        },
        {
          words: t('demo.guide.clinic.answer'),
          to: '/clinic/messages',
          done: hasOffered && unread === 0,
        },
        {
          words: t('demo.guide.clinic.filter'),
          to: listAddress({ priority: 'high' }),
          done: filters.length > 0,
        },
      ]}
      otherSide={{ id: 'demo.guide.clinic.other_side', phone: patientOfGuide, signIn: '/login' }}
    />
  );
}
