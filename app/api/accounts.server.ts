import { clinicPasskeySignInCall, clinicVerifyCodeCall } from '#contracts/clinic-onboarding';
import {
  accountPasskeyOptionsCall,
  accountPasskeysCall,
  accountPasskeySignInCall,
  accountPasskeySignInOptionsCall,
  accountPasskeyStepUpCall,
  accountPasskeyStepUpOptionsCall,
  accountStepUpCall,
  addAccountPasskeyCall,
  addClinicPasskeyCall,
  cancelEmailChangeCall,
  chooseLocaleCall,
  clinicCancelEmailChangeCall,
  clinicChangeEmailCall,
  clinicConfirmEmailCall,
  clinicLogoutCall,
  clinicPasskeyOptionsCall,
  clinicPasskeysCall,
  clinicPasskeySignInOptionsCall,
  clinicPasskeyStepUpCall,
  clinicPasskeyStepUpOptionsCall,
  clinicResendCodeCall,
  clinicSendCodeCall,
  clinicSendEmailLinkCall,
  clinicStepUpCall,
  clinicStepUpSendCodeCall,
  completeRegistrationCall,
  confirmEmailCall,
  logoutCall,
  removeAccountPasskeyCall,
  removeClinicPasskeyCall,
  resendCodeCall,
  sendCodeCall,
  sendEmailLinkCall,
  stepUpSendCodeCall,
  updateProfileCall,
  verifyCodeCall,
} from '#contracts/identity';
import {
  cancelEmailChange,
  chooseLocale,
  completeRegistration,
  ownPasskeysOf,
  removePasskeyOf,
} from '#modules/identity';
import { changeClinicEmail, confirmEmail, sendEmailLink, updateProfile } from '#workflows';
import {
  answerLogout,
  answerResend,
  answerSend,
  answerVerify,
  withWorkAsked,
} from '#app/auth/code-calls.server';
import { appendSession } from '#app/auth/cookies.server';
import { clinicSignInAnswer } from '#app/clinic/sign-in-answer.server';
import { asParty, endpoint } from '#app/http/api.server';
import {
  answerAdd,
  answerMakeOptions,
  answerPasskey,
  answerPasskeyStepUp,
  answerSignInOptions,
  answerStepUpOptions,
} from '#app/security/passkey-calls.server';
import { answerSendStepUp, answerStepUp } from '#app/security/step-up-calls.server';

/** In with a code and out again. */
const byCode = [
  endpoint(sendCodeCall, (ctx, { body }, http) =>
    withWorkAsked(ctx, http, answerSend(ctx, 'patient', body, http)),
  ),
  endpoint(clinicSendCodeCall, (ctx, { body }, http) =>
    withWorkAsked(ctx, http, answerSend(ctx, 'clinic', body, http)),
  ),
  endpoint(resendCodeCall, (ctx, { body }, http) =>
    withWorkAsked(ctx, http, answerResend(ctx, 'patient', body, http)),
  ),
  endpoint(clinicResendCodeCall, (ctx, { body }, http) =>
    withWorkAsked(ctx, http, answerResend(ctx, 'clinic', body, http)),
  ),
  endpoint(verifyCodeCall, async (ctx, { body }, http) => {
    const { user } = await answerVerify(ctx, 'patient', { ...body, agrees: true }, http);
    return { hasCompleteProfile: user !== null, user };
  }),
  endpoint(clinicVerifyCodeCall, async (ctx, { body }, http) =>
    clinicSignInAnswer(ctx, await answerVerify(ctx, 'clinic', body, http)),
  ),
  endpoint(completeRegistrationCall, async (ctx, { body }, { headers }) => {
    const { session, user } = await completeRegistration(ctx, body);
    appendSession(headers, ctx.services.env, 'patient', session);
    return { user };
  }),
  endpoint(logoutCall, (ctx, _input, http) => answerLogout(ctx, 'patient', http)),
  endpoint(clinicLogoutCall, (ctx, _input, http) => answerLogout(ctx, 'clinic', http)),
];

const byPasskey = [
  endpoint(accountPasskeySignInOptionsCall, (ctx, _input, http) =>
    answerSignInOptions(ctx, 'patient', http),
  ),
  endpoint(clinicPasskeySignInOptionsCall, (ctx, _input, http) =>
    answerSignInOptions(ctx, 'clinic', http),
  ),
  endpoint(accountPasskeySignInCall, async (ctx, { body }, http) => {
    const { user } = await answerPasskey(ctx, 'patient', body, http);
    return { hasCompleteProfile: user !== null, user };
  }),
  endpoint(clinicPasskeySignInCall, async (ctx, { body }, http) =>
    clinicSignInAnswer(ctx, await answerPasskey(ctx, 'clinic', body, http)),
  ),
];

/** A fresh proof of who it is, before what is sensitive. */
const stepUps = [
  endpoint(stepUpSendCodeCall, (ctx, _input, http) => answerSendStepUp(ctx, http)),
  endpoint(clinicStepUpSendCodeCall, (ctx, _input, http) => answerSendStepUp(ctx, http)),
  endpoint(accountStepUpCall, (ctx, { body }, http) => answerStepUp(ctx, body, http)),
  endpoint(clinicStepUpCall, (ctx, { body }, http) => answerStepUp(ctx, body, http)),
  endpoint(accountPasskeyStepUpOptionsCall, (ctx, _input, http) => answerStepUpOptions(ctx, http)),
  endpoint(clinicPasskeyStepUpOptionsCall, (ctx, _input, http) => answerStepUpOptions(ctx, http)),
  endpoint(accountPasskeyStepUpCall, (ctx, { body }, http) => answerPasskeyStepUp(ctx, body, http)),
  endpoint(clinicPasskeyStepUpCall, (ctx, { body }, http) => answerPasskeyStepUp(ctx, body, http)),
];

const emails = [
  endpoint(clinicChangeEmailCall, async (ctx, { body }) => {
    const { email, pendingEmail } = await changeClinicEmail(ctx, body);
    return { email, pendingEmail };
  }),
  endpoint(sendEmailLinkCall, (ctx) => sendEmailLink(ctx)),
  endpoint(clinicSendEmailLinkCall, (ctx) => sendEmailLink(ctx)),
  endpoint(confirmEmailCall, (ctx, { body }) => confirmEmail(ctx, body)),
  endpoint(clinicConfirmEmailCall, (ctx, { body }) => confirmEmail(ctx, body)),
  endpoint(cancelEmailChangeCall, (ctx) => cancelEmailChange(ctx)),
  endpoint(clinicCancelEmailChangeCall, (ctx) => cancelEmailChange(ctx)),
];

const passkeys = [
  endpoint(accountPasskeysCall, async (ctx) => ({ passkeys: await ownPasskeysOf(ctx) })),
  endpoint(clinicPasskeysCall, async (ctx) => ({ passkeys: await ownPasskeysOf(ctx) })),
  endpoint(accountPasskeyOptionsCall, (ctx, _input, http) => answerMakeOptions(ctx, http)),
  endpoint(clinicPasskeyOptionsCall, (ctx, _input, http) => answerMakeOptions(ctx, http)),
  endpoint(addAccountPasskeyCall, (ctx, { body }, http) => answerAdd(ctx, body, http)),
  endpoint(addClinicPasskeyCall, (ctx, { body }, http) => answerAdd(ctx, body, http)),
  endpoint(removeAccountPasskeyCall, (ctx, { params }) => removePasskeyOf(ctx, params)),
  endpoint(removeClinicPasskeyCall, (ctx, { params }) => removePasskeyOf(ctx, params)),
];

const aboutOneself = [
  endpoint(updateProfileCall, (ctx, { body }) => updateProfile(ctx, body)),
  endpoint(
    chooseLocaleCall,
    async (ctx, { body }) => {
      await chooseLocale(ctx, body);
      return body;
    },
    asParty,
  ),
];

/** Accounts of patients and of clinics: the same commands, each role with calls and cookies of its own. */
export const accountEndpoints = [
  ...byCode,
  ...byPasskey,
  ...stepUps,
  ...emails,
  ...passkeys,
  ...aboutOneself,
];
