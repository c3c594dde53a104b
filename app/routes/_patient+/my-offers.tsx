import { useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { dealChanged } from '#contracts/deals';
import { leadChanged } from '#contracts/leads';
import { ownRequests } from '#workflows';
import { RequestList } from '#app/requests/request-list';
import { RequestsFailure } from '#app/requests/requests-failure';
import { pageLoader } from '#app/http/page.server';
import { pageMeta } from '#app/i18n/page-meta';
import { keepLast } from '#app/live/keep-last';
import { useLive } from '#app/live/use-live';

export const meta = pageMeta('leads.list');

const search = z.object({
  tab: z.enum(['active', 'completed']).catch('active'),
  cursor: z.string().max(200).optional().catch(undefined),
});

export const loader = pageLoader('patient', async (ctx, { url }) => {
  const { tab, cursor } = search.parse(Object.fromEntries(url.searchParams));
  return { tab, continued: cursor !== undefined, ...(await ownRequests(ctx, { tab, cursor })) };
});

export const clientLoader = keepLast;

export default function MyOffersPage() {
  useLive(({ type }) => type === leadChanged || type === dealChanged);
  return <RequestList {...useLoaderData<typeof loader>()} />;
}

export const ErrorBoundary = RequestsFailure;
