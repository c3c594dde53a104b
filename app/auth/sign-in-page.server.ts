import { z } from 'zod';
import {
  emailSchema,
  firstNameSchema,
  lastNameSchema,
  profileDraftSchema,
} from '#contracts/identity';
import type { Actor } from '#platform/actor';
import { actAs, type Ctx } from '#platform/context';
import { formTurnFields } from '#platform/form-turn';
import { intent, pageAction, pageLoader } from '#app/http/page.server';
import { redirect } from '#app/http/redirect';
import { afterSignIn, stepOf } from './current-step.server';
import { askedStep, phoneIntents, stepFrame } from './phone-steps.server';
import { asksAnew, proofIntents } from './proof-intents.server';
import { runKeepProfile, runProfile, typedProfile } from './sign-in-steps.server';

export const signInLoader = pageLoader('public', async (ctx, page) => {
  const step = askedStep(await stepOf(ctx, page, 'patient'), page.url);
  if (step.step === 'done') throw redirect(await homeOf(ctx, ctx.actor, page.url));
  const frame = await stepFrame(ctx, step, page, 'patient');
  return { step, anew: asksAnew(step, page.url), typed: await typedProfile(ctx), ...frame };
});

const homeOf = (ctx: Ctx, actor: Actor | null, url: URL): Promise<string> =>
  actor?.kind === 'patient' ? afterSignIn(actAs(ctx, actor), url) : Promise.resolve('/login');

export const signInAction = pageAction('public', {
  ...phoneIntents({
    role: 'patient',
    home: (ctx, { patient }, url) => patient && homeOf(ctx, patient, url),
  }),
  ...proofIntents({ role: 'patient', home: (ctx, { patient }, url) => homeOf(ctx, patient, url) }),
  profile: intent(
    'public',
    z.object({ firstName: firstNameSchema, lastName: lastNameSchema, email: emailSchema }),
    runProfile,
  ),
  'keep-profile': intent('public', profileDraftSchema.extend(formTurnFields), runKeepProfile),
});
