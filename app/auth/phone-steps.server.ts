import { data } from '@remix-run/node';
import { z } from 'zod';
import { countryOr, phoneCountries, proofLimit, readPhone, showPhone } from '#contracts/identity';
import {
  confirmEmailProof,
  reachableCountries,
  sendEmailProof,
  type SignedIn,
  type SignInStep,
  signOut,
  waitingListPlaceOf,
} from '#modules/identity';
import { AppError, isAppError } from '#platform/base/errors';
import type { Ctx } from '#platform/context';
import { beginAnew } from '#workflows';
import { answerResend, answerSend, answerVerify, answerWaitingList } from './code-calls.server';
import {
  appendKnown,
  appendSession,
  dropChallenge,
  dropSession,
  readChallenge,
  readKnown,
} from './cookies.server';
import { atCode, onward, type Role, stepOf, verified } from './current-step.server';
import { looksAutomated, stampForm } from './form-guard.server';
import { intent, isDocument, type PageArgs } from '#app/http/page.server';
import { redirect } from '#app/http/redirect';
import { readCookie } from '#app/http/session.server';

/** Whose session began: one of the two, or neither while something is owed. */
type Whose = Pick<SignedIn, 'patient' | 'clinic'>;

export interface Door {
  readonly role: Role;
  /** Where a signed-in person goes; null while something is left to do on the page of the sign-in. */
  readonly home: (ctx: Ctx, of: Whose, url: URL) => Promise<string | null> | string | null;
  /** Keys of what people read when a step failed for a reason of ours. */
  readonly failed?: { readonly send: string; readonly resend: string; readonly verify: string };
}

/** A code that is open keeps nobody from the step before it: when that is asked for, its number stands there. */
export function askedStep<S extends SignInStep>(step: S, url: URL): S | SignInStep {
  const back = step.step === 'code' && url.searchParams.get('step') === 'phone';
  return back ? { step: 'phone', again: step.phone } : step;
}

/** What the pages of both roles show of a step. */
export async function stepFrame(
  ctx: Ctx,
  step: SignInStep,
  { request, url }: PageArgs,
  role: Role,
) {
  const browserToken = readChallenge(ctx.services.env, request, role);
  const [stamp, codes, place] = await Promise.all([
    stampForm(ctx),
    reachableCountries(ctx),
    waitingListPlaceOf(ctx, { role, browserToken }),
  ]);
  const number =
    step.step === 'phone' ? (step.again ?? place?.phone) : 'phone' in step ? step.phone : undefined;
  const reading = number === undefined ? null : readPhone(number);
  // Who asked for another number has left the line with the old one for now.
  const inLine = url.searchParams.get('step') === 'phone' ? null : place;
  return {
    stamp,
    countries: phoneCountries(codes, ctx.locale),
    phone: number === undefined ? '' : showPhone(number),
    country: reading?.ok ? reading.phone.country : '',
    waitingList: inLine && { ...inLine, shownPhone: showPhone(inLine.phone) },
  };
}

/** What has to be ticked where an account begins, and once more after a text has changed. */
export const termsField = { terms: z.literal('on', 'auth.error.terms') };

const codeSchema = z.object({ code: z.string('auth.error.code_incomplete') });

/** What a browser shows where strangers work first; `lane` where it cannot. */
const shownWork = {
  proof: z.string().max(proofLimit).optional(),
  ticket: z.string().max(200).optional(),
  lane: z.literal('on').optional(),
};

const sendSchema = z.object({
  phone: z.string('auth.error.phone_missing'),
  /** What a number without a country code is relative to. */
  country: z.string().optional(),
  website: z.string().optional(),
  stamp: z.string().optional(),
  ...shownWork,
});

/** Phone and code, the same for both roles: each with cookies of its own. */
export const phoneIntents = (door: Door) => ({
  send: intent('public', sendSchema, sender(door), door.failed?.send),
  resend: intent('public', z.object(shownWork), resender(door), door.failed?.resend),
  renew: intent('public', z.object(shownWork), renewer(door), door.failed?.send),
  verify: intent(
    'public',
    codeSchema.extend({ sharedDevice: z.literal('on').optional() }),
    verifier(door),
    door.failed?.verify,
  ),
  restart: intent('public', z.object({}), restarter(door)),
});

const phoneFaults = new Set(['invalid_phone', 'unsupported_number']);

/** What is wrong with a number is said at its field. */
const atPhone = (code: string): AppError =>
  new AppError(code, { fields: { phone: [`error.${code}`] } });

const sender =
  ({ role }: Door) =>
  async (ctx: Ctx, value: z.output<typeof sendSchema>, page: PageArgs): Promise<unknown> => {
    // Looks like success from outside and sends nothing.
    if (await looksAutomated(ctx, value)) return data({ intent: 'send' }, { status: 200 });
    const reading = readPhone(value.phone, countryOr(value.country));
    if (!reading.ok) throw atPhone(reading.code);
    const { number } = reading.phone;
    // The code that this browser was sent is still good: back to where it is typed.
    const step = await stepOf(ctx, page, role);
    if (step.step === 'code' && step.state === 'open' && step.phone === number) return onward(page);
    const { proof, ticket, lane } = value;
    const asking = { intent: 'send', role, phoneNumber: number, proof, ticket, lane } as const;
    return askForCode(ctx, asking, page).catch((error: unknown) => {
      if (!isAppError(error) || !phoneFaults.has(error.code)) throw error;
      throw atPhone(error.code);
    });
  };

const resender =
  ({ role }: Door) =>
  async (ctx: Ctx, shown: Shown, page: PageArgs): Promise<unknown> => {
    const step = await stepOf(ctx, page, role);
    if (step.step !== 'code') throw new AppError('invalid_code');
    return askForCode(ctx, { intent: 'resend', role, phoneNumber: step.phone, ...shown }, page);
  };

/** After a lock only a code that starts afresh helps; the number is known. */
const renewer =
  ({ role }: Door) =>
  async (ctx: Ctx, shown: Shown, page: PageArgs): Promise<unknown> => {
    const step = await stepOf(ctx, page, role);
    if (step.step !== 'code' || step.state !== 'locked') return onward(page);
    return askForCode(ctx, { intent: 'renew', role, phoneNumber: step.phone, ...shown }, page);
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
    const signedIn = await answerVerify(ctx, role, attempt, page).catch(async (error: unknown) => {
      throw atCode(error, await stepOf(ctx, page, role));
    });
    const to = await home(ctx, signedIn, page.url);
    return to ? redirect(to, { headers: page.headers }) : onward(page);
  };

/** Another number: what the code may have opened counts no more; an open code waits for its number. */
const restarter =
  ({ role }: Door) =>
  async (ctx: Ctx, _value: object, page: PageArgs): Promise<Response> => {
    const { env } = ctx.services;
    if (ctx.actor.kind === 'phone-verified') {
      await signOut(ctx, { principal: role, token: readCookie(env, page.request, role) });
      dropSession(page.headers, env, role);
      dropChallenge(page.headers, env, role);
      return onward(page);
    }
    return onward(page, 'phone');
  };

interface Shown {
  readonly proof?: string;
  readonly ticket?: string;
  readonly lane?: 'on';
}

interface Asking extends Shown {
  readonly intent: 'send' | 'resend' | 'renew';
  readonly role: Role;
  readonly phoneNumber: string;
}

/**
 * Asks for a code and leads to the step that follows. Where strangers have to work, a page that has a script
 * gets the work; one without, or one that could not do it, waits in line. What is refused for another reason
 * stays refused.
 */
async function askForCode(ctx: Ctx, asking: Asking, page: PageArgs): Promise<unknown> {
  const { intent, role, phoneNumber, proof, ticket, lane } = asking;
  const ask = intent === 'resend' ? answerResend : answerSend;
  try {
    await ask(ctx, role, { phoneNumber, proof, ticket }, page);
    return onward(page, intent === 'send' ? undefined : 'resent');
  } catch (error) {
    if (!isAppError(error)) throw error;
    if (error.code === 'slow_lane') return onward(page);
    if (error.code !== 'proof_required') throw error;
    if (!isDocument(page.request) && lane !== 'on')
      return data(
        { intent, code: error.code, ...error.details.data },
        { status: 428, headers: page.headers },
      );
    await answerWaitingList(ctx, role, phoneNumber, page);
    return onward(page);
  }
}

interface ProvingDoor {
  readonly role: Role;
  /** Where a person goes who has proved who they are; null as at the code. */
  readonly home: Door['home'];
}

const anewSchema = z.object({ understood: z.literal('on', 'auth.anew.missing') });

/** The second proof of an account that was silent for long, the same for both roles. */
export const proofIntents = (door: ProvingDoor) => ({
  'send-proof': intent('public', z.object({}), proofSender(door)),
  proof: intent('public', codeSchema, prover(door)),
  'begin-anew': intent('public', anewSchema, beginner(door)),
});

const sessionTokenOf = (ctx: Ctx, role: Role, { request }: PageArgs): string =>
  readCookie(ctx.services.env, request, role) ?? '';

const proofSender =
  ({ role }: ProvingDoor) =>
  async (ctx: Ctx, _value: object, page: PageArgs): Promise<Response> => {
    await sendEmailProof(verified(ctx), { sessionToken: sessionTokenOf(ctx, role, page) });
    return onward(page);
  };

const prover =
  ({ role, home }: ProvingDoor) =>
  async (ctx: Ctx, { code }: { code: string }, page: PageArgs): Promise<Response> => {
    const { env } = ctx.services;
    const proof = {
      otpCode: code.trim(),
      sessionToken: sessionTokenOf(ctx, role, page),
      known: readKnown(env, page.request),
    };
    const acting = verified(ctx);
    const proved = await confirmEmailProof(acting, proof).catch(async (error: unknown) => {
      throw atCode(error, await stepOf(ctx, page, role));
    });
    appendSession(page.headers, env, role, proved.session);
    appendKnown(page.headers, env, proved.known);
    const to = await home(ctx, proved, page.url);
    return to ? redirect(to, { headers: page.headers }) : onward(page);
  };

/** On to the profile, or to the registration, as anybody who is new. */
const beginner =
  ({ role }: ProvingDoor) =>
  async (ctx: Ctx, _value: object, page: PageArgs): Promise<Response> => {
    const session = await beginAnew(verified(ctx));
    appendSession(page.headers, ctx.services.env, role, session);
    return onward(page);
  };

/** Whether somebody who owes a second proof has asked to read what beginning anew means. */
export const asksAnew = (step: { step: string }, url: URL): boolean =>
  step.step === 'proof' && url.searchParams.get('step') === 'anew';
