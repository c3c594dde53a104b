import { useLoaderData } from '@remix-run/react';
import { showPhone } from '#contracts/identity';
import { conversationChanged } from '#contracts/messaging';
import { offerChanged } from '#contracts/offers';
import {
  askedForMissing,
  askForMissing,
  clinicPhoneOf,
  offerForPatient,
  unreadOf,
} from '#workflows';
import { z } from 'zod';
import { keepOnNetworkError } from '#app/auth/keep-on-network-error';
import { OfferPage } from '#app/offers/offer-page';
import { intent, pageAction, pageLoader } from '#app/http/page.server';
import { redirect } from '#app/http/redirect';
import { textIn } from '#app/i18n/server';
import { pageMeta } from '#app/i18n/page-meta';
import { keepLast } from '#app/live/keep-last';
import { useLive } from '#app/live/use-live';

export const meta = pageMeta('offers.offer');

export const loader = pageLoader('patient', async (ctx, { params }) => {
  const offer = await offerForPatient(ctx, { offerId: params.id ?? '' });
  const number = await clinicPhoneOf(ctx, offer);
  const unread = (await unreadOf(ctx, [offer._id]))[offer._id] ?? 0;
  const asked = (await askedForMissing(ctx, [offer])).length > 0;
  return { offer, phone: number ? { number, shown: showPhone(number) } : null, unread, asked };
});

export const action = pageAction('patient', {
  ask: intent('patient', z.object({}), async (ctx, _nothing, { params }) => {
    const offerId = params.id ?? '';
    const t = textIn(ctx.locale);
    const words = (lines: readonly string[]) =>
      t('offers.ask.message', {
        lines: lines.map((key) => `- ${t(`offers.item.${key}`)}`).join('\n'),
      });
    await askForMissing(ctx, { offerId, words });
    return redirect(`/conversation/${offerId}`);
  }),
});
export const clientAction = keepOnNetworkError;

export const clientLoader = keepLast;

export default function OfferInFullPage() {
  const data = useLoaderData<typeof loader>();
  useLive(
    ({ type, offerId }) =>
      (type === offerChanged || type === conversationChanged) && offerId === data.offer._id,
  );
  return <OfferPage {...data} />;
}
