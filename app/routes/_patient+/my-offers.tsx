import { useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { dealChanged } from '#contracts/deals';
import { leadChanged } from '#contracts/leads';
import { stepPath } from '#contracts/consultation';
import { discardDraft } from '#modules/consultation';
import { ownRequests } from '#workflows';
import { keepOnNetworkError } from '#app/auth/keep-on-network-error';
import { closeGuide, closingGuide, showsGuide } from '#app/demo/guide.server';
import { RequestList } from '#app/requests/request-list';
import { RequestsFailure } from '#app/requests/requests-failure';
import { intent, pageAction, pageLoader } from '#app/http/page.server';
import { redirect } from '#app/http/redirect';
import { pageMeta } from '#app/i18n/page-meta';
import { keepLast } from '#app/live/keep-last';
import { useLive } from '#app/live/use-live';

export const meta = pageMeta('leads.list');

const search = z.object({
  tab: z.enum(['active', 'completed']).catch('active'),
  cursor: z.string().max(200).optional().catch(undefined),
});

export const loader = pageLoader('patient', async (ctx, page) => {
  const { tab, cursor } = search.parse(Object.fromEntries(page.url.searchParams));
  const continued = cursor !== undefined;
  const guide = tab === 'active' && !continued && showsGuide(ctx, page, 'patient');
  return { tab, continued, guide, ...(await ownRequests(ctx, { tab, cursor })) };
});

export const clientLoader = keepLast;

const startOver = z.object({ draftId: z.uuid() });

export const action = pageAction('patient', {
  'start-over': intent('patient', startOver, async (ctx, draft) => {
    await discardDraft(ctx, draft);
    return redirect(stepPath(1));
  }),
  'close-guide': intent('patient', closingGuide, async (ctx, _none, page) => {
    closeGuide(ctx, page, 'patient');
    return redirect('/my-offers', { headers: page.headers });
  }),
});
export const clientAction = keepOnNetworkError;

export default function MyOffersPage() {
  useLive(({ type }) => type === leadChanged || type === dealChanged);
  return <RequestList {...useLoaderData<typeof loader>()} />;
}

export const ErrorBoundary = RequestsFailure;
