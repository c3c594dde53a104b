import type { Side } from '#platform/base/actor';
import { type PasskeyDto, showPhone } from '#contracts/identity';
import {
  addPasskeyOf,
  ownPasskeysOf,
  passkeyOptionsToMake,
  passkeyOptionsToSignIn,
  passkeyOptionsToStepUp,
  type RenewedSession,
  sendStepUpCode,
  type SignedIn,
  signInWithPasskeyOf,
  stepUp,
  stepUpWithPasskeyOf,
} from '#modules/identity';
import { inSeconds, minutes } from '#platform/base/duration';
import type { Ctx, CtxOf } from '#platform/context';
import { appendKnown, appendSession, readKnown } from '#app/auth/cookies.server';
import type { AccountRole } from '../auth/security-paths';
import { cookieLine, readCookie } from '#app/http/session.server';
import { textIn } from '#app/i18n/server';

/** A patient or a clinic: what both do alike is written once, for either. */

interface Exchange {
  readonly request: Request;
  readonly headers: Headers;
}

/** The token of the acting session, which a proof is bound to. */
export const sessionTokenOf = (ctx: CtxOf<Side>, { request }: Pick<Exchange, 'request'>): string =>
  readCookie(ctx.services.env, request, ctx.actor.kind) ?? '';

/** Gives the browser the token that its session has now. */
const appendRenewed = (
  ctx: CtxOf<Side>,
  { headers }: Pick<Exchange, 'headers'>,
  renewed: RenewedSession,
): void => appendSession(headers, ctx.services.env, ctx.actor.kind, renewed);

const browserOf = (ctx: CtxOf<Side>, http: Exchange) => ({
  sessionToken: sessionTokenOf(ctx, http),
  known: readKnown(ctx.services.env, http.request),
});

/** The calls of both roles: the same commands, each with its own cookie. */
export async function answerSendStepUp(ctx: CtxOf<Side>, http: Exchange): Promise<undefined> {
  await sendStepUpCode(ctx, browserOf(ctx, http));
}

export async function answerStepUp(
  ctx: CtxOf<Side>,
  { otpCode }: { otpCode: string },
  http: Exchange,
): Promise<undefined> {
  const renewed = await stepUp(ctx, { otpCode, ...browserOf(ctx, http) });
  appendRenewed(ctx, http, renewed);
}

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

export const answerStepUpOptions = (ctx: CtxOf<Side>, http: Exchange) =>
  passkeyOptionsToStepUp(ctx, { sessionToken: sessionTokenOf(ctx, http) });

export async function answerPasskeyStepUp(
  ctx: CtxOf<Side>,
  shown: Shown,
  http: Exchange,
): Promise<undefined> {
  const proof = { ...shown, sessionToken: sessionTokenOf(ctx, http) };
  appendRenewed(ctx, http, await stepUpWithPasskeyOf(ctx, proof));
}

/** The device lists the passkey by the number, which its owner knows, and by whose it is. */
export function answerMakeOptions(ctx: CtxOf<Side>, http: Exchange) {
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
  ctx: CtxOf<Side>,
  made: Made,
  http: Exchange,
): Promise<{ passkeys: PasskeyDto[] }> {
  const userAgent = http.request.headers.get('User-Agent');
  await addPasskeyOf(ctx, { ...made, userAgent, sessionToken: sessionTokenOf(ctx, http) });
  return { passkeys: await ownPasskeysOf(ctx) };
}
