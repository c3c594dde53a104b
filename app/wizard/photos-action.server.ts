import { data, redirect, type ActionFunctionArgs } from '@remix-run/node';
import { z } from 'zod';
import { stepPath } from '#contracts/consultation';
import { addPhoto, removePhoto } from '#modules/consultation';
import { isAppError } from '#platform/errors';
import { formUploadBytes, readUpload } from '#platform/upload';
import { contextFor } from '#app/http/context.server';
import { asAppError, fieldsInWords, logFailure, messageOf, statusOf } from '#app/http/errors';
import { intent, pageAction } from '#app/http/page.server';
import { passOn } from './step-actions.server';

const here = stepPath(4);

const otherForms = pageAction('patient', {
  continue: intent('patient', z.object({}), (ctx) => passOn(ctx, 4)),
  remove: intent('patient', z.object({ id: z.uuid() }), async (ctx, { id }) => {
    // Removed already, in another tab or by a second click: what was asked for is the case.
    await removePhoto(ctx, { id }).catch((error: unknown) => {
      if (!isAppError(error) || error.code !== 'not_found') throw error;
    });
    return redirect(here);
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
  const note = (thrown: unknown): void => {
    const { error } = asAppError(thrown);
    logFailure(context.log, thrown);
    status = statusOf(error.code);
    const words = Object.values(fieldsInWords(error.details.fields ?? {})).flat();
    for (const message of words.length > 0 ? words : [messageOf(error)]) failures.add(message);
  };
  try {
    const ctx = await contextFor(context, request, 'patient');
    await readUpload(request, {
      maxTotalBytes: formUploadBytes,
      // One bad file does not cost the good ones before and after it.
      onFile: ({ bytes, name }) =>
        addPhoto(ctx, { bytes, name, toDraft: true }).then(() => undefined, note),
    });
  } catch (thrown) {
    note(thrown);
  }
  return failures.size === 0
    ? redirect(here)
    : data({ intent: 'upload' as const, failures: [...failures] }, { status });
}
