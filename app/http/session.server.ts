import { resolveSession } from '#modules/identity';
import type { Actor } from '#platform/base/actor';
import type { Env } from '#platform/config/env';
import type { Ctx } from '#platform/context';

/** The three principals, each with a cookie of its own: one browser may be patient and clinic at once. */
export type Principal = 'patient' | 'clinic' | 'staff';

/** The language that this browser chose last: for pages whose address says none, while nobody is signed in. */
export const localeCookie = 'locale';
/** Which digits are on the pages of somebody who is signed in. */
export const digitsCookie = 'digits';

const prefix = (env: Env): string => (env.secureCookies ? '__Host-' : '');

/** The value of one cookie of ours; null when absent. The first of duplicates counts. */
export const readCookie = (env: Env, request: Request, name: string): string | null =>
  cookieIn(env, request.headers.get('Cookie'), name);

export function cookieIn(
  env: Env,
  cookies: string | null | undefined,
  name: string,
): string | null {
  const wanted = `${prefix(env)}${name}=`;
  const found = (cookies ?? '').split(/;\s*/).find((part) => part.startsWith(wanted));
  return found ? found.slice(wanted.length) : null;
}

/** A Set-Cookie line. Without `maxAgeSeconds` the cookie ends with the browser; 0 removes it. */
export function cookieLine(env: Env, name: string, value: string, maxAgeSeconds?: number): string {
  const parts = [`${prefix(env)}${name}=${value}`, 'Path=/', 'HttpOnly', 'SameSite=Lax'];
  if (env.secureCookies) parts.push('Secure');
  if (maxAgeSeconds !== undefined) parts.push(`Max-Age=${maxAgeSeconds}`);
  return parts.join('; ');
}

/** Everybody whom this browser is signed in as and who may own files: it may be patient and clinic at once. */
export async function ownersOf(ctx: Ctx, request: Request): Promise<Actor[]> {
  if (ctx.actor.kind !== 'patient') return [ctx.actor];
  const token = readCookie(ctx.services.env, request, 'clinic');
  const clinic = token && (await resolveSession(ctx, { principal: 'clinic', token, renew: true }));
  return clinic ? [ctx.actor, clinic] : [ctx.actor];
}

/** Whether a browser with these cookies is signed in to the console. */
export async function isStaff(ctx: Ctx, cookies: string | null | undefined): Promise<boolean> {
  const token = cookieIn(ctx.services.env, cookies, 'staff');
  if (!token) return false;
  const actor = await resolveSession(ctx, { principal: 'staff', token, renew: false });
  return actor?.kind === 'staff';
}
