import { showPhone, type PasskeyDto } from '#contracts/identity';
import {
  addPasskeyOf,
  ownPasskeysOf,
  passkeyOptionsToMake,
  passkeyOptionsToSignIn,
  passkeyOptionsToStepUp,
  signInWithPasskeyOf,
  stepUpWithPasskeyOf,
  type SignedIn,
} from '#modules/identity';
import type { Ctx } from '#platform/context';
import { inSeconds, minutes } from '#platform/base/duration';
import { appendKnown, appendSession, readKnown } from '#app/auth/cookies.server';
import type { Http } from '#app/http/api.server';
import { cookieLine, readCookie } from '#app/http/session.server';
import { textIn } from '#app/i18n/server';
import { appendRenewed, sessionTokenOf, type AccountCtx } from './account-browser.server';
import type { AccountRole } from '../auth/security-paths';

type Exchange = Pick<Http, 'request' | 'headers'>;
type Shown = Pick<Parameters<typeof signInWithPasskeyOf>[1], 'challengeId' | 'response'>;
type Made = Pick<Parameters<typeof addPasskeyOf>[1], 'challengeId' | 'response' | 'label'>;

/** Ties a challenge to the browser that asked for it; apart from the session, which does not exist yet. */
const challengeName = (role: AccountRole): string => `${role}-passkey`;
/** As long as the challenge lives. */
const challengeAge = inSeconds(minutes(5));

export async function answerSignInOptions(ctx: Ctx, role: AccountRole, { headers }: Exchange) {
  const { challenged, browserToken } = await passkeyOptionsToSignIn(ctx, { role });
  const line = cookieLine(ctx.services.env, challengeName(role), browserToken, challengeAge);
  headers.append('Set-Cookie', line);
  return challenged;
}

export async function answerPasskey(
  ctx: Ctx,
  role: AccountRole,
  { sharedDevice = false, ...shown }: Shown & { sharedDevice?: boolean },
  { request, headers }: Exchange,
): Promise<SignedIn> {
  const { env } = ctx.services;
  const signedIn = await signInWithPasskeyOf(ctx, {
    ...shown,
    role,
    sharedDevice,
    browserToken: readCookie(env, request, challengeName(role)),
    sessionToken: readCookie(env, request, role),
    known: readKnown(env, request),
  });
  appendSession(headers, env, role, signedIn.session);
  appendKnown(headers, env, signedIn.known);
  headers.append('Set-Cookie', cookieLine(env, challengeName(role), '', 0));
  return signedIn;
}

export const answerStepUpOptions = (ctx: AccountCtx, http: Exchange) =>
  passkeyOptionsToStepUp(ctx, { sessionToken: sessionTokenOf(ctx, http) });

export async function answerPasskeyStepUp(
  ctx: AccountCtx,
  shown: Shown,
  http: Exchange,
): Promise<undefined> {
  const proof = { ...shown, sessionToken: sessionTokenOf(ctx, http) };
  appendRenewed(ctx, http, await stepUpWithPasskeyOf(ctx, proof));
}

/** The device lists the passkey by the number, which its owner knows, and by whose it is. */
export function answerMakeOptions(ctx: AccountCtx, http: Exchange) {
  const { kind, phone } = ctx.actor;
  const text = textIn(ctx.locale);
  const name = text(`security.passkeys.owner.${kind}`, { phone: showPhone(phone) });
  return passkeyOptionsToMake(ctx, {
    rpName: text('common.brand'),
    owner: { name, displayName: name },
    sessionToken: sessionTokenOf(ctx, http),
  });
}

export async function answerAdd(
  ctx: AccountCtx,
  made: Made,
  http: Exchange,
): Promise<{ passkeys: PasskeyDto[] }> {
  const userAgent = http.request.headers.get('User-Agent');
  await addPasskeyOf(ctx, { ...made, userAgent, sessionToken: sessionTokenOf(ctx, http) });
  return { passkeys: await ownPasskeysOf(ctx) };
}
