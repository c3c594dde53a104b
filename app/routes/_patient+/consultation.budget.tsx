import { useActionData } from '@remix-run/react';
import { DetailsForm } from '#app/components/wizard/details-form';
import { pageMeta } from '#app/i18n/page-meta';
import { detailsAction } from '#app/wizard/step-actions.server';
import { useWizardView } from '#app/wizard/use-wizard';

export const meta = pageMeta('consultation.budget');
export const action = detailsAction;
export { clientAction } from '#app/wizard/client';

export default function BudgetStep() {
  const { draft } = useWizardView();
  const answer = useActionData<typeof action>();
  return <DetailsForm key={draft.id ?? 'new'} answer={answer} />;
}
