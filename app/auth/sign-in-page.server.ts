import { z } from 'zod';
import {
  emailSchema,
  firstNameSchema,
  lastNameSchema,
  profileDraftSchema,
} from '#contracts/identity';
import { agreesToTerms, agreeToTerms } from '#modules/identity';
import { actAs, type Ctx } from '#platform/context';
import { AppError } from '#platform/base/errors';
import { formTurnFields } from '#platform/text/form-turn';
import { intent, pageAction, type PageArgs, pageLoader } from '#app/http/page.server';
import { redirect } from '#app/http/redirect';
import { afterSignIn, stepOf } from './current-step.server';
import { askedStep, phoneIntents, stepFrame, termsField, type Door } from './phone-steps.server';
import { asksAnew, proofIntents } from './proof-intents.server';
import { runKeepProfile, runProfile, typedProfile } from './sign-in-steps.server';

export const signInLoader = pageLoader('public', async (ctx, page) => {
  const step = askedStep(await stepOf(ctx, page, 'patient'), page.url);
  if (step.step === 'done') throw redirect(await homeOf(ctx, page.url));
  const frame = await stepFrame(ctx, step, page, 'patient');
  return { step, anew: asksAnew(step, page.url), typed: await typedProfile(ctx), ...frame };
});

async function homeOf(ctx: Ctx, url: URL): Promise<string> {
  if (ctx.actor.kind !== 'patient') throw new AppError('unauthenticated');
  return afterSignIn(actAs(ctx, ctx.actor), url);
}

const door: Door = {
  role: 'patient',
  home: async (ctx, { patient }, url) => {
    if (!patient) return null;
    const acting = actAs(ctx, patient);
    // Else back to this page, which asks.
    return (await agreesToTerms(acting)) ? afterSignIn(acting, url) : null;
  },
};

async function runAgree(ctx: Ctx, _value: object, page: PageArgs): Promise<Response> {
  const { actor } = ctx;
  if (actor.kind !== 'patient') throw new AppError('unauthenticated');
  const patient = actAs(ctx, actor);
  await agreeToTerms(patient);
  return redirect(await afterSignIn(patient, page.url));
}

export const signInAction = pageAction('public', {
  ...phoneIntents(door),
  ...proofIntents(door),
  profile: intent(
    'public',
    z.object({
      firstName: firstNameSchema,
      lastName: lastNameSchema,
      email: emailSchema,
      ...termsField,
    }),
    runProfile,
  ),
  agree: intent('public', z.object(termsField), runAgree),
  'keep-profile': intent('public', profileDraftSchema.extend(formTurnFields), runKeepProfile),
});
