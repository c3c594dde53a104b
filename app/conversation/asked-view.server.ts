import { type ActionFunctionArgs, data } from '@remix-run/node';
import { photoSlotSchema, type PhotoSlot } from '#contracts/consultation';
import { clinicNames } from '#modules/clinic-onboarding';
import { addPhoto } from '#modules/consultation';
import { AppError } from '#platform/base/errors';
import type { CtxOf } from '#platform/context';
import { formUploadBytes, readUpload } from '#platform/files/upload';
import { addView, conversationOf } from '#workflows';
import { contextFor } from '#app/http/context.server';
import { refusedInWords } from '#app/http/errors';
import type { PageArgs } from '#app/http/page.server';
import { redirect } from '#app/http/redirect';

const backTo = (offerId: string): string => `/conversation/${offerId}`;

/** The view that an address names. @throws AppError `not_found` where it names none */
function slotIn(url: URL): PhotoSlot {
  const slot = photoSlotSchema.safeParse(url.searchParams.get('slot'));
  if (!slot.success) throw new AppError('not_found');
  return slot.data;
}

/** What the page of one view shows: which clinic asks, and the address of the conversation. */
export async function loadAskedView(ctx: CtxOf<'patient'>, { params, url }: PageArgs) {
  const slot = slotIn(url);
  const offerId = params.offerId ?? '';
  const { talk } = await conversationOf(ctx, { owners: [ctx.actor], offerId });
  const names = await clinicNames(ctx, [talk.clinicId]);
  return { slot, name: names.get(talk.clinicId) ?? '', back: backTo(talk.offerId) };
}

/** Takes the photo and adds it to the request; refused, the page says why and nothing was sent. */
export async function addAskedPhoto({ request, params, context }: ActionFunctionArgs) {
  try {
    const ctx = await contextFor(context, request, 'patient');
    const slot = slotIn(new URL(request.url));
    const offerId = params.offerId ?? '';
    // Before anything is read: a conversation of other people takes no files.
    await conversationOf(ctx, { owners: [ctx.actor], offerId });
    const ids: string[] = [];
    await readUpload(request, {
      dataDir: ctx.services.env.DATA_DIR,
      maxTotalBytes: formUploadBytes,
      onFile: async ({ bytes, name }) => {
        ids.push((await addPhoto(ctx, { bytes, name, toDraft: false, slot })).id);
      },
    });
    const [photoId] = ids;
    if (!photoId)
      throw new AppError('validation_failed', {
        fields: { photo: ['consultation.error.photo-empty'] },
      });
    await addView(ctx, { offerId, photoId });
    return redirect(backTo(offerId));
  } catch (thrown) {
    if (thrown instanceof Response) throw thrown;
    const { code, status, words: failures } = refusedInWords(thrown, context);
    return data({ failures, code }, { status });
  }
}
