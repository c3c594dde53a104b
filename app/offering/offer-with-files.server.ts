import { parseWithZod } from '@conform-to/zod/v4';
import { data, type ActionFunctionArgs } from '@remix-run/node';
import { attachmentField } from '#contracts/attachments';
import { typedOffer, type TypedOffer } from '#contracts/offers';
import { addAttachment } from '#modules/attachments';
import type { ActorOf } from '#platform/base/actor';
import type { Ctx } from '#platform/context';
import { AppError, isAppError } from '#platform/base/errors';
import { knownFields, maxFormFields } from '#platform/text/form-fields';
import { formUploadBytes, readUpload } from '#platform/files/upload';
import { readRequest } from '#workflows';
import { contextFor } from '#app/http/context.server';
import { messageOf, statusOf, refusedInWords } from '#app/http/errors';
import { textIn } from '#app/i18n/server';

type ClinicCtx = Ctx<ActorOf<'clinic'>>;

interface Onward {
  readonly keep: (
    ctx: ClinicCtx,
    kept: { leadId: string; typed: TypedOffer; turn: null },
  ) => Promise<void>;
  /** Takes the form as one without files. */
  readonly then: (args: ActionFunctionArgs) => Promise<unknown>;
}

/**
 * Takes an offer that came with its files as one form, as browsers without a script send it: the files are uploaded, and
 * all that was typed is kept with them; then the form goes on as one that names them. Where a file was not taken nothing
 * is sent, and the form comes back with the others.
 */
export async function takeFiles(args: ActionFunctionArgs, { keep, then }: Onward) {
  const { request, params, context } = args;
  const leadId = params.id ?? '';
  const clinic = await whoOffers(args, leadId);
  try {
    const { form, ids, failures } = await receive(args, clinic);
    const intent = String(form.get('intent'));
    if (!clinic || ids.length + failures.length === 0)
      return await then({ ...args, request: asPlainForm(request, form) });
    for (const id of ids) form.append('attachments', id);
    const known = knownFields(form, typedOffer);
    if (!known) throw new AppError('malformed_upload');
    const submission = parseWithZod(known, { schema: typedOffer });
    const typed = submission.status === 'success' ? submission.value : {};
    await keep(clinic, { leadId, typed, turn: null });
    if (failures.length === 0) return await then({ ...args, request: asPlainForm(request, form) });
    const formErrors = [textIn(context.locale)('clinic.offer.files_refused'), ...failures];
    const reply = submission.reply({ formErrors });
    return data({ intent, reply, code: 'validation_failed' }, { status: 422 });
  } catch (thrown) {
    if (!isAppError(thrown)) throw thrown;
    const reply = { status: 'error' as const, error: { '': [messageOf(thrown, context.locale)] } };
    const answer = { intent: 'send', reply, code: thrown.code };
    return data(answer, { status: statusOf(thrown.code) });
  }
}

/** The clinic that may offer here; null for everybody else: no file of theirs is kept, and the form itself is refused. */
async function whoOffers(
  { request, context }: ActionFunctionArgs,
  leadId: string,
): Promise<ClinicCtx | null> {
  try {
    const ctx = await contextFor(context, request, 'approved-clinic');
    await readRequest(ctx, { leadId });
    return ctx;
  } catch (error) {
    if (!isAppError(error)) throw error;
    return null;
  }
}

interface Received {
  readonly form: FormData;
  /** Of the files that were taken, in the order they came. */
  readonly ids: string[];
  /** Of the others, each with why, in words. */
  readonly failures: string[];
}

async function receive(
  { request, context }: ActionFunctionArgs,
  clinic: ClinicCtx | null,
): Promise<Received> {
  const text = textIn(context.locale);
  const ids: string[] = [];
  const failures: string[] = [];
  const note = ({ name }: { name: string }, thrown: unknown): void => {
    failures.push(`${name}: ${refusedInWords(thrown, context).words.join(' ')}`);
  };
  const form = await readUpload(request, {
    dataDir: context.services.env.DATA_DIR,
    maxTotalBytes: formUploadBytes,
    maxTextFields: maxFormFields,
    onFile: async ({ field, ...file }) => {
      if (!clinic || field !== attachmentField) return;
      try {
        const { id, unfit } = await addAttachment(clinic, file);
        if (unfit) failures.push(`${file.name}: ${text(`attachments.error.${unfit}`)}`);
        else ids.push(id);
      } catch (thrown) {
        note(file, thrown);
      }
    },
    onPassedOver: note,
  });
  return { form, ids, failures };
}

/** The same request with the fields of text alone. */
function asPlainForm(request: Request, form: FormData): Request {
  const headers = new Headers(request.headers);
  headers.set('Content-Type', 'application/x-www-form-urlencoded');
  headers.delete('Content-Length');
  const body = new URLSearchParams([...form].map(([name, value]) => [name, String(value)]));
  return new Request(request.url, { method: 'POST', headers, body, signal: request.signal });
}
