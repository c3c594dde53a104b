import { useLoaderData } from '@remix-run/react';
import { showPhone } from '#contracts/identity';
import { conversationChanged } from '#contracts/messaging';
import { offerChanged } from '#contracts/offers';
import { clinicPhoneOf, offerForPatient, unreadOf } from '#workflows';
import { OfferPage } from '#app/offers/offer-page';
import { pageLoader } from '#app/http/page.server';
import { pageMeta } from '#app/i18n/page-meta';
import { keepLast } from '#app/live/keep-last';
import { useLive } from '#app/live/use-live';

export const meta = pageMeta('offers.offer');

export const loader = pageLoader('patient', async (ctx, { params }) => {
  const offer = await offerForPatient(ctx, { offerId: params.id ?? '' });
  const number = await clinicPhoneOf(ctx, offer);
  const unread = (await unreadOf(ctx, [offer._id]))[offer._id] ?? 0;
  return { offer, phone: number ? { number, shown: showPhone(number) } : null, unread };
});

export const clientLoader = keepLast;

export default function OfferInFullPage() {
  const data = useLoaderData<typeof loader>();
  useLive(
    ({ type, offerId }) =>
      (type === offerChanged || type === conversationChanged) && offerId === data.offer._id,
  );
  return <OfferPage {...data} />;
}
