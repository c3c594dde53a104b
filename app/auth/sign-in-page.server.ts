import { z } from 'zod';
import {
  emailSchema,
  firstNameSchema,
  lastNameSchema,
  type Profile,
  type ProfileDraft,
  profileDraftSchema,
} from '#contracts/identity';
import {
  agreesToTerms,
  agreeToTerms,
  completeRegistration,
  keepProfile,
  keptProfile,
} from '#modules/identity';
import { AppError } from '#platform/base/errors';
import { actAs, type Ctx } from '#platform/context';
import { formTurnFields, turnOf } from '#platform/text/form-turn';
import { appendSession } from './cookies.server';
import { afterSignIn, safeRedirect, stepOf, verified } from './current-step.server';
import {
  askedStep,
  asksAnew,
  type Door,
  phoneIntents,
  proofIntents,
  stepFrame,
  termsField,
} from './phone-steps.server';
import { intent, pageAction, type PageArgs, pageLoader } from '#app/http/page.server';
import { redirect } from '#app/http/redirect';

export const signInLoader = pageLoader('public', async (ctx, page) => {
  const step = askedStep(await stepOf(ctx, page, 'patient'), page.url);
  // A number of patients has no clinics to choose from.
  if (step.step === 'done' || step.step === 'clinics') throw redirect(await homeOf(ctx, page.url));
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

async function runProfile(
  ctx: Ctx,
  { firstName, lastName, email }: Profile,
  page: PageArgs,
): Promise<Response> {
  const acting = verified(ctx);
  const registration = { firstName, lastName, email, phoneNumber: acting.actor.phone };
  const { session } = await completeRegistration(acting, registration);
  appendSession(page.headers, ctx.services.env, 'patient', session);
  // Nothing waits for an account that has just begun.
  const to = safeRedirect(page.url.searchParams.get('redirectTo'), '/consultation');
  return redirect(to, { headers: page.headers });
}

/** What was typed of the profile before the page was left or loaded again; null when there is none to show. */
const typedProfile = async (ctx: Ctx): Promise<ProfileDraft | null> =>
  ctx.actor.kind === 'phone-verified' ? keptProfile(verified(ctx)) : null;

/** The profile while it is typed: what the page sends by itself. */
async function runKeepProfile(
  ctx: Ctx,
  { writer, turn, ...typed }: ProfileDraft & { writer?: string; turn?: number },
): Promise<{ kept: true }> {
  await keepProfile(verified(ctx), { typed, turn: turnOf({ writer, turn }) });
  return { kept: true };
}
