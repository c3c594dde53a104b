import { signInStep, type SignInStep } from '#modules/identity';
import type { Ctx } from '#platform/context';
import type { PageArgs } from '#app/http/page.server';
import { readCookie } from '#app/http/session.server';
import { readChallenge } from './cookies.server';
import { safeRedirect } from './safe-redirect';

/** Both pages share their steps: which one is open is known to the server, not to the address. */
export const stepOf = (ctx: Ctx, { request }: Pick<PageArgs, 'request'>): Promise<SignInStep> => {
  const { env } = ctx.services;
  return signInStep(ctx, {
    role: 'patient',
    browserToken: readChallenge(env, request, 'patient'),
    sessionToken: readCookie(env, request, 'patient'),
  });
};

export const afterSignIn = (url: URL): string =>
  safeRedirect(url.searchParams.get('redirectTo'), '/consultation');
