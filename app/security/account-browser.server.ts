import type { RenewedSession } from '#modules/identity';
import type { ActorOf } from '#platform/base/actor';
import type { Ctx } from '#platform/context';
import { appendSession } from '#app/auth/cookies.server';
import { readCookie } from '#app/http/session.server';

/** A patient or a clinic: what both do alike is written once, for either. */
export type AccountCtx = Ctx<ActorOf<'patient'> | ActorOf<'clinic'>>;

interface Exchange {
  readonly request: Request;
  readonly headers: Headers;
}

/** The token of the acting session, which a proof is bound to. */
export const sessionTokenOf = (ctx: AccountCtx, { request }: Pick<Exchange, 'request'>): string =>
  readCookie(ctx.services.env, request, ctx.actor.kind) ?? '';

/** Gives the browser the token that its session has now. */
export const appendRenewed = (
  ctx: AccountCtx,
  { headers }: Pick<Exchange, 'headers'>,
  renewed: RenewedSession,
): void => appendSession(headers, ctx.services.env, ctx.actor.kind, renewed);
