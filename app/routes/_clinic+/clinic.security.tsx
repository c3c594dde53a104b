import { useLoaderData } from '@remix-run/react';
import { keepOnNetworkError } from '#app/auth/keep-on-network-error';
import { SecurityPage } from '#app/security/security-page';
import { pageMeta } from '#app/i18n/page-meta';
import { securityAction, securityLoader } from '#app/security/security-page.server';

export const meta = pageMeta('security.page');
export const loader = securityLoader('clinic');
export const action = securityAction('clinic');
export const clientAction = keepOnNetworkError;

export default function AccountSecurityPage() {
  return <SecurityPage {...useLoaderData<typeof loader>()} />;
}
