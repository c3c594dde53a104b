import { data, redirect } from '@remix-run/node';
import { z } from 'zod';
import { isSamePhone, showPhone } from '#contracts/identity';
import { reachableCountries, signOut, type SignedIn, type SignInStep } from '#modules/identity';
import type { Ctx } from '#platform/context';
import { AppError, isAppError } from '#platform/errors';
import { intent, type PageArgs } from '#app/http/page.server';
import { readCookie } from '#app/http/session.server';
import { answerResend, answerSend, answerVerify } from './code-calls.server';
import { dropChallenge, dropSession } from './cookies.server';
import { stepOf, type Role } from './current-step.server';
import { looksAutomated, stampForm } from './form-guard.server';

interface Door {
  readonly role: Role;
  /** Where a signed-in person goes; null while something is left to be told. */
  readonly home: (signedIn: SignedIn, url: URL) => string | null;
  /** Keys of what people read when a step failed for a reason of ours. */
  readonly failed?: { readonly send: string; readonly resend: string; readonly verify: string };
}

/** Back to the page itself: the step that follows is the server's to know. */
export const onward = ({ url, headers }: PageArgs): Response => {
  const query = new URLSearchParams(url.search);
  query.delete('step');
  return redirect(url.pathname + (query.size > 0 ? `?${query.toString()}` : ''), { headers });
};

/** What the pages of both roles show of a step. */
export async function stepFrame(ctx: Ctx, step: SignInStep) {
  const [stamp, countries] = await Promise.all([stampForm(ctx), reachableCountries(ctx)]);
  return { stamp, countries, phone: 'phone' in step ? showPhone(step.phone) : '' };
}

export const codeSchema = z.object({ code: z.string('auth.error.code_incomplete') });

const sendSchema = z.object({
  phone: z.string('auth.error.phone_missing'),
  terms: z.literal('on', 'auth.error.terms'),
  website: z.string().optional(),
  stamp: z.string().optional(),
});

/** Phone and code, the same for both roles: each with cookies of its own. */
export const phoneIntents = (door: Door) => ({
  send: intent('public', sendSchema, sender(door), door.failed?.send),
  resend: intent('public', z.object({}), resender(door), door.failed?.resend),
  verify: intent(
    'public',
    codeSchema.extend({ sharedDevice: z.literal('on').optional() }),
    verifier(door),
    door.failed?.verify,
  ),
  restart: intent('public', z.object({}), restarter(door)),
});

const phoneFaults = new Set(['invalid_phone', 'unsupported_number']);

const sender =
  ({ role }: Door) =>
  async (ctx: Ctx, value: z.output<typeof sendSchema>, page: PageArgs): Promise<unknown> => {
    // Looks like success from outside and sends nothing.
    if (await looksAutomated(ctx, value)) return data({ intent: 'send' }, { status: 200 });
    const step = await stepOf(ctx, page, role);
    const waiting = step.step === 'code' && step.resendInSeconds > 0;
    if (waiting && isSamePhone(value.phone, step.phone)) return onward(page);
    try {
      await answerSend(ctx, role, value.phone, page);
    } catch (error) {
      if (!isAppError(error) || !phoneFaults.has(error.code)) throw error;
      throw new AppError(error.code, { fields: { phone: [`error.${error.code}`] } });
    }
    return onward(page);
  };

const resender =
  ({ role }: Door) =>
  async (ctx: Ctx, _value: object, page: PageArgs): Promise<Response> => {
    const step = await stepOf(ctx, page, role);
    if (step.step !== 'code') throw new AppError('invalid_code');
    await answerResend(ctx, role, step.phone, page);
    return onward(page);
  };

const verifier =
  ({ role, home }: Door) =>
  async (
    ctx: Ctx,
    { code, sharedDevice }: { code: string; sharedDevice?: 'on' },
    page: PageArgs,
  ): Promise<Response> => {
    const step = await stepOf(ctx, page, role);
    if (step.step !== 'code') throw new AppError('invalid_code');
    const attempt = {
      phoneNumber: step.phone,
      otpCode: code.trim(),
      sharedDevice: sharedDevice === 'on',
    };
    const to = home(await answerVerify(ctx, role, attempt, page), page.url);
    return to ? redirect(to, { headers: page.headers }) : onward(page);
  };

/** Another number: the code that was sent, and what it may have opened, count no more. */
const restarter =
  ({ role }: Door) =>
  async (ctx: Ctx, _value: object, page: PageArgs): Promise<Response> => {
    const { env } = ctx.services;
    if (ctx.actor.kind === 'phone-verified') {
      await signOut(ctx, { principal: role, token: readCookie(env, page.request, role) });
      dropSession(page.headers, env, role);
    }
    dropChallenge(page.headers, env, role);
    return onward(page);
  };
