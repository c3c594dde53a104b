import { useLoaderData } from '@remix-run/react';
import { declineSchema, isLive } from '#contracts/offers';
import { declineOffer } from '#modules/offers';
import { offerForPatient } from '#workflows';
import { keepOnNetworkError } from '#app/auth/keep-on-network-error';
import { DeclineForm } from '#app/offers/decline-form';
import { intent, pageAction, pageLoader } from '#app/http/page.server';
import { redirect } from '#app/http/redirect';
import { pageMeta } from '#app/i18n/page-meta';

export const meta = pageMeta('offers.decline');

/** An offer that is over cannot be declined: its page says what became of it. */
export const loader = pageLoader('patient', async (ctx, { params }) => {
  const offer = await offerForPatient(ctx, { offerId: params.id ?? '' });
  if (!isLive(offer.status)) throw redirect(`/offer/${offer._id}`);
  return { offer };
});

export const action = pageAction('patient', {
  decline: intent('patient', declineSchema, async (ctx, { reason }, { params }) => {
    const { leadId } = await declineOffer(ctx, { offerId: params.id ?? '', reason });
    return redirect(`/offers/${leadId}`);
  }),
});
export const clientAction = keepOnNetworkError;

export default function DeclineOfferPage() {
  return <DeclineForm {...useLoaderData<typeof loader>()} />;
}
