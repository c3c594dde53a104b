import { useLoaderData } from '@remix-run/react';
import { acceptShownSchema, isLive } from '#contracts/offers';
import { acceptShownOffer, askedForMissing, offerForPatient, othersBeside } from '#workflows';
import { keepOnNetworkError } from '#app/auth/keep-on-network-error';
import { AcceptForm } from '#app/offers/accept-form';
import { intent, pageAction, pageLoader } from '#app/http/page.server';
import { redirect } from '#app/http/redirect';
import { pageMeta } from '#app/i18n/page-meta';

export const meta = pageMeta('offers.accept');

/** An offer that is over cannot be accepted: its page says what became of it. */
export const loader = pageLoader('patient', async (ctx, { params }) => {
  const offer = await offerForPatient(ctx, { offerId: params.id ?? '' });
  if (!isLive(offer.status)) throw redirect(`/offer/${offer._id}`);
  const asked = (await askedForMissing(ctx, [offer])).length > 0;
  return { offer, others: await othersBeside(ctx, offer), asked };
});

export const action = pageAction('patient', {
  accept: intent('patient', acceptShownSchema, async (ctx, { revision }, { params }) => {
    const { id } = await acceptShownOffer(ctx, { offerId: params.id ?? '', revision });
    return redirect(`/deal/${id}`);
  }),
});
export const clientAction = keepOnNetworkError;

export default function AcceptOfferPage() {
  return <AcceptForm {...useLoaderData<typeof loader>()} />;
}
