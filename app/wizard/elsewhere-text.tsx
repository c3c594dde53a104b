import type { DraftFields } from '#contracts/consultation';
import { useText } from '#app/i18n/use-text';
import { Card } from '../components/card';

/** What another tab saved meanwhile, so that nobody has to choose blindly between two texts. */
export function ElsewhereText({ fields }: { fields: DraftFields }) {
  const t = useText();
  const texts = [
    { label: t('consultation.budget.notes'), words: fields.notes },
    {
      label: t('consultation.patient.medical_history'),
      words: fields.patientInfo.medicalHistory,
    },
    { label: t('consultation.patient.allergies'), words: fields.patientInfo.allergies },
  ].filter(({ words }) => words !== '');
  return (
    <Card as="section" aria-label={t('consultation.error.elsewhere')}>
      <h2 className="text-lg">{t('consultation.error.elsewhere')}</h2>
      <dl className="mt-2 space-y-2">
        {texts.map(({ label, words }) => (
          <div key={label}>
            <dt className="font-semibold">{label}</dt>
            <dd className="whitespace-pre-line">{words}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
