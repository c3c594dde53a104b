import { useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { applicationChanged } from '#contracts/clinic-onboarding';
import { listingChanged } from '#contracts/exchange';
import { browseLeads } from '#workflows';
import { topicsChanged } from '#platform/live/words';
import { LeadExchange } from '#app/clinic/lead-exchange';
import { LeadsFailure } from '#app/clinic/leads-failure';
import { pageLoader } from '#app/http/page.server';
import { pageMeta } from '#app/i18n/page-meta';
import { keepLast } from '#app/live/keep-last';
import { useLive } from '#app/live/use-live';

export const meta = pageMeta('clinic.dashboard');

const search = z.object({
  tab: z.enum(['new', 'bids', 'won']).catch('new'),
  cursor: z.string().max(200).optional().catch(undefined),
});

export const loader = pageLoader('approved-clinic', async (ctx, { url }) => {
  const { tab, cursor } = search.parse(Object.fromEntries(url.searchParams));
  return { tab, continued: cursor !== undefined, ...(await browseLeads(ctx, { cursor })) };
});

export const clientLoader = keepLast();

const refreshing = new Set([applicationChanged, listingChanged, topicsChanged]);

export default function ClinicDashboardPage() {
  // A request is told to every clinic that it matches.
  useLive(({ type }) => refreshing.has(type), { as: 'clinic', withinMs: 1_500 });
  return <LeadExchange {...useLoaderData<typeof loader>()} />;
}

export const ErrorBoundary = LeadsFailure;
