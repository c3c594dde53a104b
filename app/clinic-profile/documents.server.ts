import type { ActionFunctionArgs } from '@remix-run/node';
import { z } from 'zod';
import { ownClinicProfile, removeDocument } from '#modules/clinic-onboarding';
import type { ActorOf } from '#platform/base/actor';
import type { Ctx } from '#platform/context';
import { intent, pageAction } from '#app/http/page.server';
import { redirect } from '#app/http/redirect';
import { documentAction } from '../clinic/document-action.server';
import { unlessGone } from '../clinic/registration-steps.server';
import { profilePath } from './paths';
import { endingsOf } from './ending';

const documentsPath = `${profilePath}/documents`;

/** What stands for each kind, and its files but those that a newer one has replaced. */
export async function loadDocuments(ctx: Ctx<ActorOf<'clinic'>>) {
  const { clinic, verifications, mayOffer, today } = await ownClinicProfile(ctx);
  return {
    documents: clinic.documents.filter(({ superseded }) => !superseded),
    endings: endingsOf(verifications, today),
    mayOffer,
  };
}

const plainForms = pageAction('approved-clinic', {
  'remove-document': intent('approved-clinic', z.object({ id: z.uuid() }), async (ctx, { id }) => {
    await removeDocument(ctx, { id }).catch(unlessGone);
    return redirect(documentsPath);
  }),
});

const documentForm = documentAction({
  audience: 'approved-clinic',
  then: () => Promise.resolve(redirect(documentsPath)),
});

/** Documents come as a form with files where there is no script; everything else is a plain form. */
export function documentsAction(args: ActionFunctionArgs) {
  const type = args.request.headers.get('Content-Type') ?? '';
  return type.startsWith('multipart/form-data') ? documentForm(args) : plainForms(args);
}
