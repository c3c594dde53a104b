import { useActionData } from '@remix-run/react';
import { openFactsAmong, stepPath } from '#contracts/consultation';
import { DetailsForm } from '#app/wizard/details-form';
import { pageMeta } from '#app/i18n/page-meta';
import { useFreshForm } from '#app/forms/use-fresh-form';
import { stepFormId } from '#app/wizard/step-address';
import { detailsAction } from '#app/wizard/step-actions.server';
import { useWizardView } from '#app/wizard/use-wizard';

export const meta = pageMeta('consultation.budget');
export const action = detailsAction;
export { clientAction } from '#app/wizard/client';

export default function BudgetStep() {
  const { draft } = useWizardView();
  const answer = useActionData<typeof action>();
  const { notes, patientInfo } = draft.fields;
  const stored = { ...openFactsAmong(draft.fields), notes, patientInfo };
  const round = useFreshForm(stepFormId, stepPath(6), stored);
  return <DetailsForm key={`${draft.id} ${round}`} answer={answer} />;
}
