import { resolveSession } from '#modules/identity';
import type { Actor } from '#platform/base/actor';
import type { Ctx } from '#platform/context';
import { readCookie } from './session.server';

/** Everybody whom this browser is signed in as and who may own files: it may be patient and clinic at once. */
export async function ownersOf(ctx: Ctx, request: Request): Promise<Actor[]> {
  if (ctx.actor.kind !== 'patient') return [ctx.actor];
  const token = readCookie(ctx.services.env, request, 'clinic');
  const clinic = token && (await resolveSession(ctx, { principal: 'clinic', token, renew: true }));
  return clinic ? [ctx.actor, clinic] : [ctx.actor];
}
