import { useLoaderData } from '@remix-run/react';
import { keepOnNetworkError } from '#app/auth/keep-on-network-error';
import { StepUpPage } from '#app/security/step-up-page';
import { pageMeta } from '#app/i18n/page-meta';
import { stepUpAction, stepUpLoader } from '#app/security/security-page.server';

export const meta = pageMeta('security.confirm');
export const loader = stepUpLoader('patient');
export const action = stepUpAction('patient');
export const clientAction = keepOnNetworkError;

export default function ConfirmPage() {
  return <StepUpPage {...useLoaderData<typeof loader>()} />;
}
