import { useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { leadChanged } from '#contracts/leads';
import { countLeads, listLeads } from '#modules/leads';
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
  const [counts, page] = await Promise.all([countLeads(ctx), listLeads(ctx, { tab, cursor })]);
  return { tab, counts, continued: cursor !== undefined, ...page };
});

export const clientLoader = keepLast;

export default function MyOffersPage() {
  useLive(({ type }) => type === leadChanged);
  return <RequestList {...useLoaderData<typeof loader>()} />;
}

export const ErrorBoundary = RequestsFailure;
