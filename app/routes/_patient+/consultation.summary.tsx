import { useActionData } from '@remix-run/react';
import { Summary } from '#app/components/wizard/summary';
import type { StepFailure } from '#app/components/wizard/step-problem';
import { pageMeta } from '#app/i18n/page-meta';
import { summaryAction } from '#app/wizard/summary-action.server';

export const meta = pageMeta('consultation.summary');
export const action = summaryAction;
export { clientAction } from '#app/wizard/client';

export default function SummaryStep() {
  return <Summary failure={useActionData<StepFailure>()} />;
}
