import { json } from '@remix-run/node';
import { joinWaitingList, resendCode, sendCode, signIn, type SignedIn } from '#modules/identity';
import { signOutBrowser } from '#workflows';
import type { Ctx } from '#platform/context';
import { isAppError } from '#platform/base/errors';
import { newToken } from '#platform/base/ids';
import { failureOf } from '#app/http/errors';
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
type Asked = Omit<Parameters<AskForCode>[1], 'role' | 'browserToken' | 'known'>;

/**
 * The code calls of both roles: the same commands, each role with cookies of its own. A browser that has to
 * work first gets its cookie with the refusal, which then has to go out with these headers: the work is good
 * for that cookie only.
 */
const answerWith =
  (ask: AskForCode) =>
  async (ctx: Ctx, role: Role, asked: Asked, exchange: Exchange): Promise<undefined> => {
    const { env } = ctx.services;
    const browserToken = readChallenge(env, exchange.request, role) ?? newToken();
    const known = readKnown(env, exchange.request);
    try {
      const sent = await ask(ctx, { ...asked, role, browserToken, known });
      appendChallenge(exchange.headers, env, role, sent.browserToken);
    } catch (error) {
      if (isAppError(error) && error.code === 'proof_required')
        appendChallenge(exchange.headers, env, role, browserToken);
      throw error;
    }
  };

/** For the API: a refusal that brings a cookie along is an answer with these headers. */
export async function withWorkAsked(
  ctx: Ctx,
  { headers }: Exchange,
  answer: Promise<undefined>,
): Promise<undefined | Response> {
  try {
    return await answer;
  } catch (error) {
    if (!isAppError(error) || error.code !== 'proof_required') throw error;
    const { status, body } = failureOf(error, ctx);
    return json(body, { status, headers });
  }
}

/** A place in the waiting list, for a page without script, in place of the cookie that the refusal brought. */
export async function answerWaitingList(
  ctx: Ctx,
  role: Role,
  phoneNumber: string,
  { request, headers }: Exchange,
): Promise<void> {
  const { env } = ctx.services;
  const browserToken = readChallenge(env, request, role) ?? newToken();
  await joinWaitingList(ctx, { role, phoneNumber, browserToken });
  headers.delete('Set-Cookie');
  appendChallenge(headers, env, role, browserToken);
}

export const answerSend = answerWith(sendCode);
export const answerResend = answerWith(resendCode);

export async function answerVerify(
  ctx: Ctx,
  role: Role,
  input: { phoneNumber: string; otpCode: string; sharedDevice?: boolean; agrees?: boolean },
  { request, headers }: Exchange,
): Promise<SignedIn> {
  const { env } = ctx.services;
  const signedIn = await signIn(ctx, {
    role,
    phoneNumber: input.phoneNumber,
    otpCode: input.otpCode,
    sharedDevice: input.sharedDevice ?? false,
    agrees: input.agrees,
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
  await signOutBrowser(ctx, { principal: role, token: readCookie(env, request, role) });
  dropSession(headers, env, role);
  dropChallenge(headers, env, role);
  headers.set('Clear-Site-Data', '"cache"');
}
