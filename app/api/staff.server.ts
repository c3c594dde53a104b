import { readClinicPictureAsStaffCall, readDocumentCall } from '#contracts/clinic-onboarding';
import { readPhotoAsStaffCall } from '#contracts/consultation';
import {
  addPasskeyCall,
  endOwnStaffSessionCall,
  linkProviderCall,
  offeredProviderCall,
  ownPasskeysCall,
  ownStaffSessionsCall,
  passkeyOptionsCall,
  passkeySignInCall,
  passkeySignInOptionsCall,
  passkeyStepUpCall,
  passkeyStepUpOptionsCall,
  providerReturnCall,
  providerSignInCall,
  removePasskeyCall,
  staffIdentityCall,
  staffLogoutCall,
  staffProviderCall,
  staffSignInCall,
  stepUpCall,
  tryProviderCall,
  unlinkProviderCall,
} from '#contracts/identity';
import { readSentFileAsStaffCall } from '#contracts/messaging';
import { openDocumentAsStaff, openPictureAsStaff } from '#modules/clinic-onboarding';
import {
  addPasskey,
  beginProviderLink,
  beginProviderSignIn,
  beginProviderTrial,
  type BegunRound,
  endOwnStaffSession,
  finishProviderRound,
  offeredProvider,
  ownPasskeys,
  ownStaffSessions,
  passkeyRegistrationOptions,
  passkeySignInOptions,
  passkeyStepUpOptions,
  removePasskey,
  signInStaff,
  signInWithPasskey,
  signOutStaff,
  staffIdentityOf,
  staffProviderOf,
  stepUpWithCode,
  stepUpWithPasskey,
  unlinkProvider,
} from '#modules/identity';
import { readFoundPhotoCall } from '#contracts/twins';
import type { Ctx } from '#platform/context';
import { openFoundPhoto, openLeadPhoto, openReportedFile } from '#workflows';
import {
  appendProviderRound,
  appendSession,
  dropProviderRound,
  dropSession,
  readProviderRound,
} from '#app/auth/cookies.server';
import { endpoint, type Http } from '#app/http/api.server';
import { sendFile } from '#app/http/send-file.server';
import { readCookie } from '#app/http/session.server';
import { textIn } from '#app/i18n/server';

const signIn = [
  endpoint(staffSignInCall, async (ctx, { body }, http) => {
    const session = await signInStaff(ctx, body, staffBrowser(ctx, http));
    appendSession(http.headers, ctx.services.env, 'staff', session);
  }),
  endpoint(passkeySignInOptionsCall, (ctx) => passkeySignInOptions(ctx)),
  endpoint(passkeySignInCall, async (ctx, { body }, http) => {
    const session = await signInWithPasskey(ctx, body, staffBrowser(ctx, http));
    appendSession(http.headers, ctx.services.env, 'staff', session);
  }),
  endpoint(staffLogoutCall, async (ctx, _input, { request, headers }) => {
    const { env } = ctx.services;
    await signOutStaff(ctx, readCookie(env, request, 'staff'));
    dropSession(headers, env, 'staff');
    headers.set('Clear-Site-Data', '"cache"');
  }),
];

const stepUp = [
  endpoint(stepUpCall, async (ctx, { body }, { headers }) => {
    const renewed = await stepUpWithCode(ctx, body.code);
    appendSession(headers, ctx.services.env, 'staff', renewed);
  }),
  endpoint(passkeyStepUpOptionsCall, (ctx) => passkeyStepUpOptions(ctx)),
  endpoint(passkeyStepUpCall, async (ctx, { body }, { headers }) => {
    const renewed = await stepUpWithPasskey(ctx, body);
    appendSession(headers, ctx.services.env, 'staff', renewed);
  }),
];

const ownAccount = [
  endpoint(staffIdentityCall, (ctx) => staffIdentityOf(ctx)),
  endpoint(ownStaffSessionsCall, async (ctx) => ({ sessions: await ownStaffSessions(ctx) })),
  endpoint(endOwnStaffSessionCall, (ctx, { params }) => endOwnStaffSession(ctx, params)),
  endpoint(ownPasskeysCall, async (ctx) => ({ passkeys: await ownPasskeys(ctx) })),
  endpoint(passkeyOptionsCall, (ctx) =>
    passkeyRegistrationOptions(ctx, textIn(ctx.locale)('common.brand')),
  ),
  endpoint(addPasskeyCall, async (ctx, { body }, { request }) => {
    await addPasskey(ctx, { ...body, userAgent: request.headers.get('User-Agent') });
    return { passkeys: await ownPasskeys(ctx) };
  }),
  endpoint(removePasskeyCall, (ctx, { params }) => removePasskey(ctx, params)),
];

/** Sends the browser to the provider, with a cookie that ties what comes back to it. */
function sendOff(ctx: Ctx, { headers }: Http, { address, ...round }: BegunRound) {
  appendProviderRound(headers, ctx.services.env, round);
  return { address };
}

const provider = [
  endpoint(offeredProviderCall, (ctx) => offeredProvider(ctx)),
  endpoint(providerSignInCall, async (ctx, _input, http) =>
    sendOff(ctx, http, await beginProviderSignIn(ctx)),
  ),
  endpoint(providerReturnCall, async (ctx, { body }, http) => {
    const { env } = ctx.services;
    const roundToken = readProviderRound(env, http.request);
    const browser = { ...staffBrowser(ctx, http), roundToken };
    const { purpose, session } = await finishProviderRound(ctx, body, browser);
    if (session) appendSession(http.headers, env, 'staff', session);
    dropProviderRound(http.headers, env);
    return { purpose };
  }),
  endpoint(staffProviderCall, (ctx) => staffProviderOf(ctx)),
  endpoint(linkProviderCall, async (ctx, _input, http) =>
    sendOff(ctx, http, await beginProviderLink(ctx)),
  ),
  endpoint(unlinkProviderCall, (ctx) => unlinkProvider(ctx)),
  endpoint(tryProviderCall, async (ctx, _input, http) =>
    sendOff(ctx, http, await beginProviderTrial(ctx)),
  ),
];

/** Files of others, each look with its entry in the log. */
const files = [
  endpoint(readDocumentCall, async (ctx, { params }, http) =>
    sendFile(http, await openDocumentAsStaff(ctx, params)),
  ),
  endpoint(readClinicPictureAsStaffCall, async (ctx, { params, query }, http) =>
    sendFile(http, await openPictureAsStaff(ctx, { id: params.pictureId, ...query })),
  ),
  endpoint(readPhotoAsStaffCall, async (ctx, { params, query }, http) => {
    const { id: leadId, photoId: id } = params;
    return sendFile(http, await openLeadPhoto(ctx, { leadId, id, ...query }));
  }),
  endpoint(readFoundPhotoCall, async (ctx, { params: { id }, query }, http) =>
    sendFile(http, await openFoundPhoto(ctx, { findingId: id, ...query })),
  ),
  endpoint(readSentFileAsStaffCall, async (ctx, { params: { id: offerId, fileId } }, http) =>
    sendFile(http, await openReportedFile(ctx, { offerId, fileId })),
  ),
];

/** What the review team asks for beside the resources of its console. */
export const staffEndpoints = [...signIn, ...provider, ...stepUp, ...ownAccount, ...files];

/** What a sign-in of staff needs to know of the browser that asks. */
const staffBrowser = (ctx: Ctx, { request }: Pick<Http, 'request'>) => ({
  userAgent: request.headers.get('User-Agent'),
  sessionToken: readCookie(ctx.services.env, request, 'staff'),
});
