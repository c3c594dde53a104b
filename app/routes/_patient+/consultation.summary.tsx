import type { MetaFunction } from '@remix-run/node';
import { useActionData } from '@remix-run/react';
import { Summary } from '#app/wizard/summary';
import type { StepFailure } from '#app/wizard/step-problem';
import { pageMeta } from '#app/i18n/page-meta';
import { summaryAction } from '#app/wizard/summary-action.server';

/** The confirmation shares this route. */
export const meta: MetaFunction = (page) =>
  pageMeta(page.location.search ? 'consultation.done' : 'consultation.summary')(page);
export const action = summaryAction;
export { clientAction } from '#app/wizard/client';

export default function SummaryStep() {
  return <Summary failure={useActionData<StepFailure>()} />;
}
