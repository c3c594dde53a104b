import { useLoaderData } from '@remix-run/react';
import { keepOnNetworkError } from '#app/auth/keep-on-network-error';
import { applicationAction, applicationLoader } from '#app/clinic/application-page.server';
import { useStatusCheck } from '#app/clinic/use-status-check';
import { ApplicationStatus } from '#app/clinic/application-status';
import { pageMeta } from '#app/i18n/page-meta';
import { keepLast } from '#app/live/keep-last';

export const meta = pageMeta('clinic.pending');
export const loader = applicationLoader;
export const action = applicationAction;
export const clientAction = keepOnNetworkError;
export const clientLoader = keepLast;

export default function PendingApprovalPage() {
  const { details, phone, checkedAt } = useLoaderData<typeof loader>();
  const check = useStatusCheck(checkedAt);
  return <ApplicationStatus details={details} phone={phone} checkedAt={checkedAt} check={check} />;
}
