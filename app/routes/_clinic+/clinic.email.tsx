import { useLoaderData } from '@remix-run/react';
import { keepOnNetworkError } from '#app/auth/keep-on-network-error';
import { EmailPage } from '#app/security/email-page';
import { pageMeta } from '#app/i18n/page-meta';
import { emailAction, emailLoader } from '#app/security/security-page.server';

export const meta = pageMeta('security.email');
export const loader = emailLoader('clinic');
export const action = emailAction('clinic');
export const clientAction = keepOnNetworkError;

export default function AccountEmailPage() {
  return <EmailPage {...useLoaderData<typeof loader>()} />;
}
