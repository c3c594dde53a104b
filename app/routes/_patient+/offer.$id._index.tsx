import { useLoaderData } from '@remix-run/react';
import { showPhone } from '#contracts/identity';
import { offerChanged } from '#contracts/offers';
import { clinicPhoneOf, offerForPatient } from '#workflows';
import { OfferPage } from '#app/offers/offer-page';
import { pageLoader } from '#app/http/page.server';
import { pageMeta } from '#app/i18n/page-meta';
import { keepLast } from '#app/live/keep-last';
import { useLive } from '#app/live/use-live';

export const meta = pageMeta('offers.offer');

export const loader = pageLoader('patient', async (ctx, { params }) => {
  const offer = await offerForPatient(ctx, { offerId: params.id ?? '' });
  const number = await clinicPhoneOf(ctx, offer);
  return { offer, phone: number ? { number, shown: showPhone(number) } : null };
});

export const clientLoader = keepLast;

export default function OfferInFullPage() {
  const data = useLoaderData<typeof loader>();
  useLive(({ type, offerId }) => type === offerChanged && offerId === data.offer._id);
  return <OfferPage {...data} />;
}
