import { signInStep, type SignInStep } from '#modules/identity';
import { whatWaits, type Waiting } from '#workflows';
import type { ActorOf } from '#platform/base/actor';
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
export async function afterSignIn(ctx: Ctx<ActorOf<'patient'>>, url: URL): Promise<string> {
  const asked = safeRedirect(url.searchParams.get('redirectTo'), '');
  return asked || pathOf(await whatWaits(ctx));
}
