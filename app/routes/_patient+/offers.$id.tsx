import { useLoaderData } from '@remix-run/react';
import { comparisonSorts, offerChanged } from '#contracts/offers';
import { leadChanged } from '#contracts/leads';
import { conversationChanged } from '#contracts/messaging';
import { readLeadAlone } from '#modules/leads';
import { askedForMissing, offersForPatient, unreadOf } from '#workflows';
import { z } from 'zod';
import { ComparePage } from '#app/offers/compare-page';
import { OffersFailure } from '#app/offers/offers-failure';
import { pageLoader } from '#app/http/page.server';
import { pageMeta } from '#app/i18n/page-meta';
import { keepLast } from '#app/live/keep-last';
import { useLive } from '#app/live/use-live';

export const meta = pageMeta('offers.compare');

const search = z.object({ sort: z.enum(comparisonSorts).catch(comparisonSorts[0]) });

export const loader = pageLoader('patient', async (ctx, { params, url }) => {
  const { sort } = search.parse(Object.fromEntries(url.searchParams));
  const lead = await readLeadAlone(ctx, { leadId: params.id ?? '' });
  const offers = await offersForPatient(ctx, { leadId: lead._id });
  const ids = offers.map(({ _id }) => _id);
  const [unread, asked] = [await unreadOf(ctx, ids), await askedForMissing(ctx, offers)];
  return { fresh: { lead, sort, offers }, unread, asked };
});

export const clientLoader = keepLast;

export default function OffersPage() {
  const data = useLoaderData<typeof loader>();
  useLive(
    ({ type, leadId, offerId }) =>
      ((type === leadChanged || type === offerChanged) && leadId === data.fresh.lead._id) ||
      (type === conversationChanged && data.fresh.offers.some(({ _id }) => _id === offerId)),
  );
  return <ComparePage {...data} />;
}

export const ErrorBoundary = OffersFailure;
