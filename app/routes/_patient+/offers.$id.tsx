import { useLoaderData } from '@remix-run/react';
import { comparisonSorts, offerChanged } from '#contracts/offers';
import { leadChanged } from '#contracts/leads';
import { readLead } from '#modules/leads';
import { offersForPatient } from '#workflows';
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
  const { lead } = await readLead(ctx, { leadId: params.id ?? '' });
  return { lead, sort, offers: await offersForPatient(ctx, { leadId: lead._id }) };
});

export const clientLoader = keepLast();

export default function OffersPage() {
  const data = useLoaderData<typeof loader>();
  useLive(
    ({ type, leadId }) =>
      (type === leadChanged || type === offerChanged) && leadId === data.lead._id,
  );
  return <ComparePage {...data} />;
}

export const ErrorBoundary = OffersFailure;
