import type { KnownToken, OpenedSession } from '#modules/identity';
import type { Env } from '#platform/config/env';
import { inSeconds, minutes } from '#platform/base/duration';
import { cookieLine, type Principal, readCookie } from '#app/http/session.server';

type Role = 'patient' | 'clinic';

/** Ties a code to the browser that asked for it; apart from the session, which does not exist yet. */
const challengeName = (role: Role): string => `${role}-challenge`;

/** Outlives the code, so that the page can still say that it expired. */
const challengeAge = inSeconds(minutes(30));

export const readChallenge = (env: Env, request: Request, role: Role): string | null =>
  readCookie(env, request, challengeName(role));

export const appendChallenge = (headers: Headers, env: Env, role: Role, token: string): void =>
  headers.append('Set-Cookie', cookieLine(env, challengeName(role), token, challengeAge));

export const dropChallenge = (headers: Headers, env: Env, role: Role): void =>
  headers.append('Set-Cookie', cookieLine(env, challengeName(role), '', 0));

export const appendSession = (
  headers: Headers,
  env: Env,
  principal: Principal,
  { token, maxAgeSeconds }: Pick<OpenedSession, 'token' | 'maxAgeSeconds'>,
): void => headers.append('Set-Cookie', cookieLine(env, principal, token, maxAgeSeconds));

export const dropSession = (headers: Headers, env: Env, principal: Principal): void =>
  headers.append('Set-Cookie', cookieLine(env, principal, '', 0));

/** Ties a round to the provider to the browser that began it. */
const roundName = 'staff-provider';

export const readProviderRound = (env: Env, request: Request): string | null =>
  readCookie(env, request, roundName);

export const appendProviderRound = (
  headers: Headers,
  env: Env,
  { token, maxAgeSeconds }: { readonly token: string; readonly maxAgeSeconds: number },
): void => headers.append('Set-Cookie', cookieLine(env, roundName, token, maxAgeSeconds));

export const dropProviderRound = (headers: Headers, env: Env): void =>
  headers.append('Set-Cookie', cookieLine(env, roundName, '', 0));

/** By which a browser is known in which numbers have signed in, of either role. Outlives the session. */
const knownName = 'known';

export const readKnown = (env: Env, request: Request): string | null =>
  readCookie(env, request, knownName);

export const appendKnown = (headers: Headers, env: Env, known: KnownToken): void => {
  if (known)
    headers.append('Set-Cookie', cookieLine(env, knownName, known.token, known.maxAgeSeconds));
};
