import { redirect } from '@remix-run/node';
import type { Profile, ProfileDraft } from '#contracts/identity';
import {
  completeRegistration,
  confirmEmailProof,
  keepProfile,
  keptProfile,
  sendEmailProof,
} from '#modules/identity';
import type { ActorOf } from '#platform/actor';
import { actAs, type Ctx } from '#platform/context';
import { AppError } from '#platform/errors';
import { turnOf } from '#platform/form-turn';
import type { PageArgs } from '#app/http/page.server';
import { readCookie } from '#app/http/session.server';
import { atCode } from './code-failure.server';
import { appendKnown, appendSession, readKnown } from './cookies.server';
import { afterSignIn, stepOf } from './current-step.server';
import { onward } from './onward.server';

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
  const { env } = ctx.services;
  const { session, known } = await confirmEmailProof(verified(ctx), {
    otpCode: code.trim(),
    sessionToken: sessionTokenOf(ctx, page),
    known: readKnown(env, page.request),
  }).catch(async (error: unknown) => {
    throw atCode(error, await stepOf(ctx, page, 'patient'));
  });
  appendSession(page.headers, env, 'patient', session);
  appendKnown(page.headers, env, known);
  return redirect(afterSignIn(page.url), { headers: page.headers });
}

export async function runProfile(ctx: Ctx, profile: Profile, page: PageArgs): Promise<Response> {
  const acting = verified(ctx);
  const registration = { ...profile, phoneNumber: acting.actor.phone };
  const { session } = await completeRegistration(acting, registration);
  appendSession(page.headers, ctx.services.env, 'patient', session);
  return redirect(afterSignIn(page.url), { headers: page.headers });
}

/** What was typed of the profile before the page was left or loaded again; null when there is none to show. */
export const typedProfile = async (ctx: Ctx): Promise<ProfileDraft | null> =>
  ctx.actor.kind === 'phone-verified' ? keptProfile(verified(ctx)) : null;

/** The profile while it is typed: what the page sends by itself. */
export async function runKeepProfile(
  ctx: Ctx,
  { writer, turn, ...typed }: ProfileDraft & { writer?: string; turn?: number },
): Promise<{ kept: true }> {
  await keepProfile(verified(ctx), { typed, turn: turnOf({ writer, turn }) });
  return { kept: true };
}
