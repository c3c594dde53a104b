import { useLoaderData } from '@remix-run/react';
import { ticketChanged } from '#contracts/support';
import { keepOnNetworkError } from '#app/auth/keep-on-network-error';
import { pageLoader } from '#app/http/page.server';
import { pageMeta } from '#app/i18n/page-meta';
import { useLive } from '#app/live/use-live';
import { SupportPage } from '#app/support/support-page';
import { loadSupport, supportAction } from '#app/support/support-pages.server';

export const meta = pageMeta('support.page');
export const loader = pageLoader('patient', loadSupport);
export const action = supportAction('patient');
export const clientAction = keepOnNetworkError;

export default function ProfileSupportPage() {
  const support = useLoaderData<typeof loader>();
  useLive(({ type }) => type === ticketChanged, { as: 'patient' });
  return <SupportPage support={support} />;
}
