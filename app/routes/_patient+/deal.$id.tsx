import { useLoaderData } from '@remix-run/react';
import { dealChanged } from '#contracts/deals';
import { agreedOf, outcomeOf, readDealOf } from '#workflows';
import { keepOnNetworkError } from '#app/auth/keep-on-network-error';
import { DealFailure, DealPage } from '#app/deals/deal-page';
import { intentsOfPatient } from '#app/deals/deal-intents.server';
import { dealView } from '#app/deals/deal-view.server';
import { pageAction, pageLoader } from '#app/http/page.server';
import { pageMeta } from '#app/i18n/page-meta';
import { keepLast, useLive } from '#app/live/use-live';

export const meta = pageMeta('deals.page');

export const loader = pageLoader('patient', async (ctx, { params, url }) => {
  const deal = dealView(await readDealOf(ctx, { offerId: params.id ?? '' }), ctx.locale);
  return {
    deal,
    agreed: await agreedOf(ctx, { offerId: params.id ?? '' }),
    outcome: deal.treatedAt ? await outcomeOf(ctx, { offerId: deal._id }) : null,
    reported: url.searchParams.has('reported'),
  };
});

export const action = pageAction('patient', intentsOfPatient);
export const clientAction = keepOnNetworkError;
export const clientLoader = keepLast;

export default function PatientDealPage() {
  const data = useLoaderData<typeof loader>();
  useLive(({ type, offerId }) => type === dealChanged && offerId === data.deal._id);
  return <DealPage {...data} />;
}

export const ErrorBoundary = DealFailure;
