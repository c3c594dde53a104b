import { labelKey, subTreatmentsOf, type SubTreatment } from '#contracts/consultation';
import { ChoiceStep } from '#app/wizard/choice-step';
import { pageMeta } from '#app/i18n/page-meta';
import { useText } from '#app/i18n/use-text';
import { treatmentAction } from '#app/wizard/step-actions.server';
import { useWizardView } from '#app/wizard/client';

export const meta = pageMeta('consultation.treatment');
export const action = treatmentAction;
export { clientAction } from '#app/wizard/client';

export default function TreatmentStep() {
  const t = useText();
  const { choices, send } = useWizardView();
  const options = choices.category ? subTreatmentsOf[choices.category] : [];
  return (
    <ChoiceStep
      step={2}
      name="subTreatment"
      legend={t('consultation.treatment.heading')}
      columns={2}
      chosen={choices.subTreatment}
      options={options.map((value) => ({ value, label: t(labelKey('sub-treatment', value)) }))}
      onPick={(value) =>
        send({ type: 'choose-sub-treatment', subTreatment: value as SubTreatment })
      }
    />
  );
}
