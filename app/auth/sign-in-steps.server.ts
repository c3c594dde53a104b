import { data, redirect } from '@remix-run/node';
import { isSamePhone, type Profile } from '#contracts/identity';
import { completeRegistration, confirmEmailProof, sendEmailProof } from '#modules/identity';
import type { ActorOf } from '#platform/actor';
import { actAs, type Ctx } from '#platform/context';
import { AppError, isAppError } from '#platform/errors';
import type { PageArgs } from '#app/http/page.server';
import { readCookie } from '#app/http/session.server';
import { answerResend, answerSend, answerVerify } from './code-calls.server';
import { appendSession, dropChallenge } from './cookies.server';
import { afterSignIn, stepOf } from './current-step.server';
import { looksAutomated } from './form-guard.server';

/** Back to the page itself: the step that follows is the server's to know. */
const onward = ({ url, headers }: PageArgs): Response =>
  redirect(url.pathname + url.search, { headers });

const phoneFaults = new Set(['invalid_phone', 'unsupported_number']);

export async function runSend(
  ctx: Ctx,
  value: { phone: string; website?: string; stamp?: string },
  page: PageArgs,
): Promise<unknown> {
  // Looks like success from outside and sends nothing.
  if (await looksAutomated(ctx, value)) return data({ intent: 'send' }, { status: 200 });
  const step = await stepOf(ctx, page);
  const waiting = step.step === 'code' && step.resendInSeconds > 0;
  if (waiting && isSamePhone(value.phone, step.phone)) return onward(page);
  try {
    await answerSend(ctx, 'patient', value.phone, page);
  } catch (error) {
    if (!isAppError(error) || !phoneFaults.has(error.code)) throw error;
    throw new AppError(error.code, { fields: { phone: [`error.${error.code}`] } });
  }
  return onward(page);
}

export async function runResend(ctx: Ctx, _value: object, page: PageArgs): Promise<Response> {
  const step = await stepOf(ctx, page);
  if (step.step !== 'code') throw new AppError('invalid_code');
  await answerResend(ctx, 'patient', step.phone, page);
  return onward(page);
}

export async function runVerify(
  ctx: Ctx,
  { code, sharedDevice }: { code: string; sharedDevice?: 'on' },
  page: PageArgs,
): Promise<Response> {
  const step = await stepOf(ctx, page);
  if (step.step !== 'code') throw new AppError('invalid_code');
  const attempt = {
    phoneNumber: step.phone,
    otpCode: code.trim(),
    sharedDevice: sharedDevice === 'on',
  };
  const { user } = await answerVerify(ctx, 'patient', attempt, page);
  return user ? redirect(afterSignIn(page.url), { headers: page.headers }) : onward(page);
}

export async function runRestart(ctx: Ctx, _value: object, page: PageArgs): Promise<Response> {
  dropChallenge(page.headers, ctx.services.env, 'patient');
  return onward(page);
}

/** The acting pre-session; `unauthenticated` when it ran out while somebody was typing. */
function verified(ctx: Ctx): Ctx<ActorOf<'phone-verified'>> {
  if (ctx.actor.kind !== 'phone-verified') throw new AppError('unauthenticated');
  return actAs(ctx, ctx.actor);
}

const sessionTokenOf = (ctx: Ctx, { request }: PageArgs): string =>
  readCookie(ctx.services.env, request, 'patient') ?? '';

export async function runSendProof(ctx: Ctx, _value: object, page: PageArgs): Promise<Response> {
  await sendEmailProof(verified(ctx), { sessionToken: sessionTokenOf(ctx, page) });
  return onward(page);
}

export async function runProof(
  ctx: Ctx,
  { code }: { code: string },
  page: PageArgs,
): Promise<Response> {
  const proof = { otpCode: code.trim(), sessionToken: sessionTokenOf(ctx, page) };
  const { session } = await confirmEmailProof(verified(ctx), proof);
  appendSession(page.headers, ctx.services.env, 'patient', session);
  return redirect(afterSignIn(page.url), { headers: page.headers });
}

export async function runProfile(ctx: Ctx, profile: Profile, page: PageArgs): Promise<Response> {
  const acting = verified(ctx);
  const registration = { ...profile, phoneNumber: acting.actor.phone };
  const { session } = await completeRegistration(acting, registration);
  appendSession(page.headers, ctx.services.env, 'patient', session);
  return redirect(afterSignIn(page.url), { headers: page.headers });
}
