import { useLoaderData } from '@remix-run/react';
import { applicationChanged } from '#contracts/clinic-onboarding';
import { dealChanged } from '#contracts/deals';
import { listingChanged } from '#contracts/exchange';
import { conversationChanged } from '#contracts/messaging';
import { offerChanged } from '#contracts/offers';
import { topicsChanged } from '#engine/contract';
import { keepOnNetworkError } from '#app/auth/keep-on-network-error';
import { dashboardAction, loadDashboard } from '#app/exchange/dashboard.server';
import { LeadExchange } from '#app/exchange/lead-exchange';
import { LeadsFailure } from '#app/exchange/leads-failure';
import { pageLoader } from '#app/http/page.server';
import { pageMeta } from '#app/i18n/page-meta';
import { keepLast } from '#app/live/keep-last';
import { useLive } from '#app/live/use-live';

export const meta = pageMeta('clinic.dashboard');

export const loader = pageLoader('approved-clinic', loadDashboard);
export const clientLoader = keepLast;
export const action = dashboardAction;
export const clientAction = keepOnNetworkError;

const refreshing = new Set([
  applicationChanged,
  conversationChanged,
  dealChanged,
  listingChanged,
  offerChanged,
  topicsChanged,
]);

export default function ClinicDashboardPage() {
  // A request is told to every clinic that it matches.
  useLive(({ type }) => refreshing.has(type), {
    as: 'clinic',
    withinMs: 1_500,
    whileHidden: true,
    page: 'dashboard',
  });
  return <LeadExchange {...useLoaderData<typeof loader>()} />;
}

export const ErrorBoundary = LeadsFailure;
