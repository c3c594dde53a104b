import { useLoaderData } from '@remix-run/react';
import { photoAccessChanged } from '#contracts/consultation';
import { listingChanged } from '#contracts/exchange';
import { offerChanged } from '#contracts/offers';
import { keepOnNetworkError } from '#app/auth/keep-on-network-error';
import { LeadsFailure } from '#app/exchange/leads-failure';
import { pageLoader } from '#app/http/page.server';
import { pageMeta } from '#app/i18n/page-meta';
import { keepLast } from '#app/live/keep-last';
import { useLive } from '#app/live/use-live';
import { RequestPage } from '#app/offering/request-page';
import { loadRequest, requestAction } from '#app/offering/request.server';

export const meta = pageMeta('clinic.request');

export const loader = pageLoader('approved-clinic', loadRequest);
export const clientLoader = keepLast;
export const action = requestAction;
export const clientAction = keepOnNetworkError;

export default function ClinicRequestPage() {
  const data = useLoaderData<typeof loader>();
  const { _id: id } = data.lead;
  useLive(
    ({ type, leadId, id: listed }) =>
      type === offerChanged || type === photoAccessChanged
        ? leadId === id
        : type === listingChanged && listed === id,
    { as: 'clinic' },
  );
  return <RequestPage {...data} />;
}

export const ErrorBoundary = LeadsFailure;
