import { data, type ActionFunctionArgs } from '@remix-run/node';
import { z } from 'zod';
import { changeParam, changePath, maxPhotos, stepPath } from '#contracts/consultation';
import { addPhoto, removePhoto } from '#modules/consultation';
import { isAppError } from '#platform/base/errors';
import { formUploadBytes, readUpload } from '#platform/files/upload';
import { contextFor } from '#app/http/context.server';
import { asAppError, fieldsInWords, logFailure, messageOf, statusOf } from '#app/http/errors';
import { textIn } from '#app/i18n/server';
import { intent, pageAction } from '#app/http/page.server';
import { redirect } from '#app/http/redirect';
import { passOn } from './step-actions.server';

/** The photos again, still on the way back to the summary if that is where somebody came from. */
const here = (url: URL): string =>
  url.searchParams.has(changeParam) ? changePath(4) : stepPath(4);

const otherForms = pageAction('patient', {
  continue: intent('patient', z.object({}), (ctx, _form, page) => passOn(ctx, 4, page)),
  remove: intent('patient', z.object({ id: z.uuid() }), async (ctx, { id }, { url }) => {
    // Removed already, in another tab or by a second click: what was asked for is the case.
    await removePhoto(ctx, { id }).catch((error: unknown) => {
      if (!isAppError(error) || error.code !== 'not_found') throw error;
    });
    return redirect(here(url));
  }),
});

/** The photo step without JavaScript sends its files as one form; everything else is a plain form. */
export function photosAction(args: ActionFunctionArgs) {
  const type = args.request.headers.get('Content-Type') ?? '';
  return type.startsWith('multipart/form-data') ? uploadForm(args) : otherForms(args);
}

async function uploadForm({ request, context }: ActionFunctionArgs) {
  const failures = new Set<string>();
  let status = 422;
  const names: string[] = [];
  const note = (thrown: unknown, name?: string): void => {
    const { error } = asAppError(thrown);
    logFailure(context.log, thrown);
    status = statusOf(error.code);
    const words = Object.values(fieldsInWords(error.details, context.locale)).flat();
    const message = words.length > 0 ? words.join(' ') : messageOf(error, context.locale);
    failures.add(
      name ? textIn(context.locale)('consultation.photos.failed_file', { name, message }) : message,
    );
  };
  try {
    const ctx = await contextFor(context, request, 'patient');
    await readUpload(request, {
      dataDir: ctx.services.env.DATA_DIR,
      maxTotalBytes: formUploadBytes,
      // One bad file does not cost the good ones before and after it.
      onFile: ({ bytes, name }) => {
        names.push(name);
        return addPhoto(ctx, { bytes, name, toDraft: true }).then(
          () => undefined,
          (thrown: unknown) => note(thrown, name),
        );
      },
    });
  } catch (thrown) {
    const name = names[maxPhotos - 1];
    // The files after the tenth are not read, so the last one that was is what tells them.
    if (name && isAppError(thrown) && thrown.code === 'payload_too_large')
      failures.add(textIn(context.locale)('consultation.photos.after', { max: maxPhotos, name }));
    else note(thrown);
  }
  return failures.size === 0
    ? redirect(here(new URL(request.url)))
    : data({ intent: 'upload' as const, failures: [...failures] }, { status });
}
