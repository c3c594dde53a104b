import type { ActionFunctionArgs } from '@remix-run/node';
import { z } from 'zod';
import {
  clinicDetailsSchema,
  type DocumentDto,
  type RegistrationDraft,
  registrationDraftSchema,
} from '#contracts/clinic-onboarding';
import { documentsOf, readDraft } from '#modules/clinic-onboarding';
import type { ActorOf } from '#platform/base/actor';
import { AppError } from '#platform/base/errors';
import { actAs, type Ctx } from '#platform/context';
import { formTurnFields } from '#platform/text/form-turn';
import { safeRedirect, stepOf } from '#app/auth/current-step.server';
import {
  askedStep,
  asksAnew,
  phoneIntents,
  proofIntents,
  stepFrame,
  termsField,
} from '#app/auth/phone-steps.server';
import { documentAction } from './document-action.server';
import { keepDetails, register, runBack, runKeep, runRemove } from './registration-steps.server';
import { intent, pageAction, pageLoader } from '#app/http/page.server';
import { redirect } from '#app/http/redirect';

/** Steps of the registration after the phone is verified, as the page shows them. */
export type RegistrationStep =
  | { step: 'verified' }
  | { step: 'info'; fields: RegistrationDraft | null }
  | { step: 'documents'; documents: DocumentDto[] };

const asClinic = { principal: 'clinic' } as const;

export const registrationLoader = pageLoader(
  'public',
  async (ctx, page) => {
    const { actor } = ctx;
    if (actor.kind === 'clinic') throw redirect(homeOf(actor, page.url));
    const step = askedStep(await stepOf(ctx, page, 'clinic'), page.url);
    const frame = {
      anew: asksAnew(step, page.url),
      ...(await stepFrame(ctx, step, page, 'clinic')),
    };
    if (step.step === 'proof') return { step, ...frame };
    if (actor.kind === 'phone-verified') {
      const asked = page.url.searchParams.get('step');
      return { step: await openStep(actAs(ctx, actor), asked), ...frame };
    }
    if (step.step === 'code') return { step, ...frame };
    return { step: { step: 'phone' as const }, ...frame };
  },
  asClinic,
);

/** The step asked for, if what comes before it is done; else the first that is not. */
async function openStep(
  ctx: Ctx<ActorOf<'phone-verified'>>,
  asked: string | null,
): Promise<RegistrationStep> {
  if (asked === 'code') return { step: 'verified' };
  const fields = await readDraft(ctx);
  if (asked === 'info' || !clinicDetailsSchema.safeParse(fields).success)
    return { step: 'info', fields };
  return { step: 'documents', documents: await documentsOf(ctx) };
}

const plainForms = pageAction(
  'public',
  {
    ...phoneIntents({
      role: 'clinic',
      home: (_ctx, { clinic }, url) => clinic && homeOf(clinic, url),
      failed: {
        send: 'failed.identity.clinic-send-code',
        resend: 'failed.identity.clinic-resend-code',
        verify: 'error.invalid_code',
      },
    }),
    ...proofIntents({
      role: 'clinic',
      home: (_ctx, { clinic }, url) => homeOf(clinic ?? { approved: false }, url),
    }),
    info: intent(
      'public',
      clinicDetailsSchema.extend(formTurnFields),
      keepDetails,
      'clinic.register.failed',
    ),
    back: intent('public', registrationDraftSchema.extend(formTurnFields), runBack),
    keep: intent('public', registrationDraftSchema.extend(formTurnFields), runKeep),
    'remove-document': intent('public', z.object({ id: z.uuid() }), runRemove),
    complete: intent('public', z.object(termsField), register, 'clinic.register.failed'),
  },
  asClinic,
);

const documentForm = documentAction({
  audience: 'phone-verified-clinic',
  then: async (ctx, { intent: chosen, agreed }, page) => {
    if (ctx.actor.kind === 'clinic') throw new AppError('already_registered');
    if (chosen === 'complete') {
      if (!agreed)
        throw new AppError('validation_failed', { fields: { terms: ['auth.error.terms'] } });
      return register(ctx, {}, page);
    }
    return redirect(page.url.pathname + page.url.search);
  },
});

/** Documents come as a form with files where there is no script; everything else is a plain form. */
export function registrationAction(args: ActionFunctionArgs) {
  const type = args.request.headers.get('Content-Type') ?? '';
  return type.startsWith('multipart/form-data') ? documentForm(args) : plainForms(args);
}

const pending = '/clinic/pending-approval';

/** Where a signed-in clinic goes: an approved one to the page it came for, every other one to its application. */
function homeOf({ approved }: { approved: boolean }, url: URL): string {
  if (!approved) return pending;
  const to = safeRedirect(url.searchParams.get('redirectTo'), '/clinic/dashboard');
  return to.startsWith('/clinic/') && to !== pending ? to : '/clinic/dashboard';
}
