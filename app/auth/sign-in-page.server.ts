import { redirect } from '@remix-run/node';
import { z } from 'zod';
import { emailSchema, firstNameSchema, lastNameSchema, showPhone } from '#contracts/identity';
import { reachableCountries } from '#modules/identity';
import { intent, pageAction, pageLoader } from '#app/http/page.server';
import { afterSignIn, stepOf } from './current-step.server';
import { stampForm } from './form-guard.server';
import {
  runProfile,
  runProof,
  runResend,
  runRestart,
  runSend,
  runSendProof,
  runVerify,
} from './sign-in-steps.server';

export const signInLoader = pageLoader('public', async (ctx, page) => {
  const step = await stepOf(ctx, page);
  if (step.step === 'done') throw redirect(afterSignIn(page.url));
  const [stamp, countries] = await Promise.all([stampForm(ctx), reachableCountries(ctx)]);
  const phone = 'phone' in step ? showPhone(step.phone) : '';
  return { step, phone, stamp, countries };
});

const code = z.object({ code: z.string('auth.error.code_incomplete') });

export const signInAction = pageAction('public', {
  send: intent(
    'public',
    z.object({
      phone: z.string('auth.error.phone_missing'),
      terms: z.literal('on', 'auth.error.terms'),
      website: z.string().optional(),
      stamp: z.string().optional(),
    }),
    runSend,
  ),
  resend: intent('public', z.object({}), runResend),
  verify: intent('public', code.extend({ sharedDevice: z.literal('on').optional() }), runVerify),
  restart: intent('public', z.object({}), runRestart),
  'send-proof': intent('public', z.object({}), runSendProof),
  proof: intent('public', code, runProof),
  profile: intent(
    'public',
    z.object({ firstName: firstNameSchema, lastName: lastNameSchema, email: emailSchema }),
    runProfile,
  ),
});
