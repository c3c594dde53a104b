import { type ActionFunctionArgs, data } from '@remix-run/node';
import { type PhotoSlot, photoSlotSchema } from '#contracts/consultation';
import { addPhoto } from '#modules/consultation';
import { AppError } from '#platform/base/errors';
import type { CtxOf } from '#platform/context';
import { formUploadBytes, readUpload } from '#platform/files/upload';
import { contextFor } from '#app/http/context.server';
import { refusedInWords } from '#app/http/errors';
import type { PageArgs } from '#app/http/page.server';
import { redirect } from '#app/http/redirect';

/** The view that an address names. @throws AppError `not_found` where it names none */
export function slotIn(url: URL): PhotoSlot {
  const slot = photoSlotSchema.safeParse(url.searchParams.get('slot'));
  if (!slot.success) throw new AppError('not_found');
  return slot.data;
}

interface OnePhoto {
  readonly slot: PhotoSlot;
  /** Path of the page that follows. */
  readonly back: string;
  readonly add: (photoId: string) => Promise<unknown>;
}

/**
 * The action of a page that takes the photo of one view. `find` is asked before anything is read and throws where the
 * patient may add none. Refused, the page says why and nothing was added.
 */
export async function takeOnePhoto(
  { request, params, context }: ActionFunctionArgs,
  find: (ctx: CtxOf<'patient'>, page: PageArgs) => Promise<OnePhoto>,
) {
  try {
    const ctx = await contextFor(context, request, 'patient');
    const page = { request, params, url: new URL(request.url), headers: new Headers() };
    const { slot, back, add } = await find(ctx, page);
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
    await add(photoId);
    return redirect(back);
  } catch (thrown) {
    if (thrown instanceof Response) throw thrown;
    const { code, status, words: failures } = refusedInWords(thrown, context);
    return data({ failures, code }, { status });
  }
}
