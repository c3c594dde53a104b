import type { ActionFunctionArgs } from '@remix-run/node';
import { clinicNames } from '#modules/clinic-onboarding';
import type { CtxOf } from '#platform/context';
import { addView, conversationOf } from '#workflows';
import type { PageArgs } from '#app/http/page.server';
import { slotIn, takeOnePhoto } from '#app/photos/one-photo.server';

const backTo = (offerId: string): string => `/conversation/${offerId}`;

/** What the page of one view shows: which clinic asks, and the address of the conversation. */
export async function loadAskedView(ctx: CtxOf<'patient'>, { params, url }: PageArgs) {
  const slot = slotIn(url);
  const offerId = params.offerId ?? '';
  const { talk } = await conversationOf(ctx, { owners: [ctx.actor], offerId });
  const names = await clinicNames(ctx, [talk.clinicId]);
  return { slot, name: names.get(talk.clinicId) ?? '', back: backTo(talk.offerId) };
}

/** Takes the photo and adds it to the request; refused, the page says why and nothing was sent. */
export const addAskedPhoto = (args: ActionFunctionArgs) =>
  takeOnePhoto(args, async (ctx, { params, url }) => {
    const slot = slotIn(url);
    const offerId = params.offerId ?? '';
    await conversationOf(ctx, { owners: [ctx.actor], offerId });
    const add = (photoId: string) => addView(ctx, { offerId, photoId });
    return { slot, back: backTo(offerId), add };
  });
