import { resendCode, sendCode, signIn, signOut, type SignedIn } from '#modules/identity';
import type { Ctx } from '#platform/context';
import type { Http } from '#app/http/api.server';
import { readCookie } from '#app/http/session.server';
import {
  appendChallenge,
  appendKnown,
  appendSession,
  dropChallenge,
  dropSession,
  readChallenge,
  readKnown,
} from './cookies.server';

type Role = 'patient' | 'clinic';
type Exchange = Pick<Http, 'request' | 'headers'>;

type AskForCode = typeof sendCode;

/** The code calls of both roles: the same commands, each role with cookies of its own. */
const answerWith =
  (ask: AskForCode) =>
  async (
    ctx: Ctx,
    role: Role,
    phoneNumber: string,
    { request, headers }: Exchange,
  ): Promise<undefined> => {
    const { env } = ctx.services;
    const browserToken = readChallenge(env, request, role);
    const known = readKnown(env, request);
    const sent = await ask(ctx, { role, phoneNumber, browserToken, known });
    appendChallenge(headers, env, role, sent.browserToken);
  };

export const answerSend = answerWith(sendCode);
export const answerResend = answerWith(resendCode);

export async function answerVerify(
  ctx: Ctx,
  role: Role,
  input: { phoneNumber: string; otpCode: string; sharedDevice?: boolean },
  { request, headers }: Exchange,
): Promise<SignedIn> {
  const { env } = ctx.services;
  const signedIn = await signIn(ctx, {
    role,
    phoneNumber: input.phoneNumber,
    otpCode: input.otpCode,
    sharedDevice: input.sharedDevice ?? false,
    browserToken: readChallenge(env, request, role),
    sessionToken: readCookie(env, request, role),
    known: readKnown(env, request),
  });
  appendSession(headers, env, role, signedIn.session);
  dropChallenge(headers, env, role);
  appendKnown(headers, env, signedIn.known);
  return signedIn;
}

/** Also clears the browser's cache of pages; our own stored keys are the page's to remove. */
export async function answerLogout(
  ctx: Ctx,
  role: Role,
  { request, headers }: Exchange,
): Promise<undefined> {
  const { env } = ctx.services;
  await signOut(ctx, { principal: role, token: readCookie(env, request, role) });
  dropSession(headers, env, role);
  dropChallenge(headers, env, role);
  headers.set('Clear-Site-Data', '"cache"');
}
