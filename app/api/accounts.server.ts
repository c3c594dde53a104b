import type { Side } from '#platform/base/actor';
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
  agreeToTranslationCall,
  consentsCall,
  logoutCall,
  removeAccountPasskeyCall,
  removeClinicPasskeyCall,
  resendCodeCall,
  sendCodeCall,
  sendEmailLinkCall,
  setConsentCall,
  stepUpSendCodeCall,
  updateProfileCall,
  verifyCodeCall,
} from '#contracts/identity';
import {
  type ArchiveDto,
  askExportCall,
  clinicAskExportCall,
  clinicDeleteAccountCall,
  clinicExportCall,
  deleteAccountCall,
  exportCall,
} from '#contracts/leaving';
import { ownClinic } from '#modules/clinic-onboarding';
import {
  cancelEmailChange,
  chooseLocale,
  completeRegistration,
  ownConsents,
  ownPasskeysOf,
  removePasskeyOf,
  type SignedIn,
} from '#modules/identity';
import { actAs, type Ctx, type CtxOf } from '#platform/context';
import {
  askOwnArchive,
  changeClinicEmail,
  closeOwnAccount,
  confirmEmail,
  sendEmailLink,
  agreeToTranslation,
  takeConsentBack,
  takeOwnArchive,
  updateProfile,
} from '#workflows';
import {
  answerLogout,
  answerResend,
  answerSend,
  answerVerify,
  withWorkAsked,
} from '#app/auth/code-calls.server';
import { appendSession, dropSession } from '#app/auth/cookies.server';
import { asParty, endpoint, type Http, Reply } from '#app/http/api.server';
import { sendFile } from '#app/http/send-file.server';
import {
  answerAdd,
  answerMakeOptions,
  answerPasskey,
  answerPasskeyStepUp,
  answerSendStepUp,
  answerSignInOptions,
  answerStepUp,
  answerStepUpOptions,
} from '#app/security/account-calls.server';

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

/** What the sign-in calls of clinics answer, however it was proved who signs in. */
async function clinicSignInAnswer(ctx: Ctx, { clinic: actor }: SignedIn) {
  const clinic = actor && (await ownClinic(actAs(ctx, actor)));
  const approvalStatus = clinic?.approvalStatus ?? ('pending' as const);
  return { hasCompleteProfile: clinic !== null, clinic, approvalStatus };
}

/** The zip, or how it stands as long as there is none. */
async function answerTake(
  ctx: CtxOf<Side>,
  { params }: { params: { id: string } },
  http: Http,
): Promise<Response | Reply<{ export: ArchiveDto }>> {
  const { archive, file } = await takeOwnArchive(ctx, params);
  if (!file) return new Reply({ export: archive }, { status: 202 });
  return sendFile(http, {
    ...file,
    type: 'application/zip',
    name: 'my-data.zip',
    inline: false,
  });
}

async function answerAsk(ctx: CtxOf<Side>): Promise<{ export: ArchiveDto }> {
  return { export: await askOwnArchive(ctx) };
}

async function answerDelete(ctx: CtxOf<Side>, http: Http): Promise<void> {
  await closeOwnAccount(ctx);
  dropSession(http.headers, ctx.services.env, ctx.actor.kind);
  http.headers.set('Clear-Site-Data', '"cache"');
}

/** One's own data, and the end of an account: of patients and of clinics alike. */
export const leavingEndpoints = [
  endpoint(askExportCall, (ctx) => answerAsk(ctx)),
  endpoint(clinicAskExportCall, (ctx) => answerAsk(ctx)),
  endpoint(exportCall, answerTake),
  endpoint(clinicExportCall, answerTake),
  endpoint(deleteAccountCall, (ctx, _input, http) => answerDelete(ctx, http)),
  endpoint(consentsCall, async (ctx) => ({ consents: await ownConsents(ctx) })),
  endpoint(agreeToTranslationCall, async (ctx) => ({ consents: await agreeToTranslation(ctx) })),
  endpoint(setConsentCall, async (ctx, { body }) => ({
    consents: await takeConsentBack(ctx, body),
  })),
  endpoint(clinicDeleteAccountCall, (ctx, _input, http) => answerDelete(ctx, http)),
];
