import { signInStep, type SignInStep } from '#modules/identity';
import type { Ctx } from '#platform/context';
import type { PageArgs } from '#app/http/page.server';
import { readCookie } from '#app/http/session.server';
import { readChallenge } from './cookies.server';
import { safeRedirect } from './safe-redirect';

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

export const afterSignIn = (url: URL): string =>
  safeRedirect(url.searchParams.get('redirectTo'), '/consultation');
