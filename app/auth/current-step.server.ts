import { signInStep, type SignInStep } from '#modules/identity';
import type { Actor } from '#platform/base/actor';
import { AppError, isAppError } from '#platform/base/errors';
import { actAs, type Ctx, type CtxOf } from '#platform/context';
import { type Waiting, whatWaits } from '#workflows';
import { readChallenge } from './cookies.server';
import type { PageArgs } from '#app/http/page.server';
import { ownPath, redirect } from '#app/http/redirect';
import { readCookie } from '#app/http/session.server';
import { readAddress } from '#app/i18n/address';

export type Role = 'patient' | 'clinic';

/** The pages of a role share their steps: which one is open is known to the server, not to the address. */
export const stepOf = (
  ctx: Ctx,
  { request }: Pick<PageArgs, 'request'>,
  role: Role,
): Promise<SignInStep> => {
  const { env } = ctx.services;
  return signInStep(ctx, {
    role,
    browserToken: readChallenge(env, request, role),
    sessionToken: readCookie(env, request, role),
  });
};

function pathOf(waiting: Waiting): string {
  switch (waiting.kind) {
    case 'offers':
      return `/offers/${waiting.leadId}`;
    case 'deal':
      return `/deal/${waiting.offerId}`;
    case 'list':
      return '/my-offers';
    case 'nothing':
      return '/consultation';
  }
}

/** Where a patient goes who has signed in: to the page they came for, else to what waits for them. */
export async function afterSignIn(ctx: CtxOf<'patient'>, url: URL): Promise<string> {
  const asked = safeRedirect(url.searchParams.get('redirectTo'), '');
  return asked || pathOf(await whatWaits(ctx));
}

/** Back to the page itself: the step that follows is the server's to know, `say` is for the page to show. */
export const onward = ({ url, headers }: PageArgs, say?: 'phone' | 'resent'): Response => {
  const query = new URLSearchParams(url.search);
  query.delete('step');
  if (say) query.set('step', say);
  return redirect(url.pathname + (query.size > 0 ? `?${query.toString()}` : ''), { headers });
};

/** The acting pre-session; `unauthenticated` when it ran out while somebody was typing. */
export function verified(ctx: Ctx<Actor>): CtxOf<'phone-verified'> {
  if (ctx.actor.kind !== 'phone-verified') throw new AppError('unauthenticated');
  return actAs(ctx, ctx.actor);
}

const said = new Set(['invalid_code', 'expired_code', 'incomplete_code']);

/** Of a code that somebody types. */
interface CodeStanding {
  readonly state: 'open' | 'locked';
  readonly triesLeft: number;
}

/** A refused code, said at its field: with the tries that are left, and without a lock of the code itself. */
export function atCode(error: unknown, step: SignInStep | CodeStanding): unknown {
  if (!isAppError(error) || !('state' in step)) return error;
  const { code } = error;
  const at = (words: string[], values?: { count: number }) =>
    new AppError(code, { ...error.details, fields: { code: words }, values });
  if (code === 'locked_code' && step.state !== 'locked') return at(['auth.error.number_locked']);
  if (!said.has(code)) return error;
  const { state, triesLeft: count } = step;
  if (code !== 'invalid_code' || state !== 'open') return at([`error.${code}`]);
  return at(['error.invalid_code', 'auth.code.tries_left'], { count });
}

/** Where to go after signing in: a path of our own, or `fallback`. */
export function safeRedirect(to: string | null | undefined, fallback: string): string {
  const own = ownPath(to);
  if (own === null) return fallback;
  const { path } = readAddress(own);
  return /^\/(login|register|logout|clinic-login|api)(\/|[?#]|$)/.test(path) ? fallback : own;
}
