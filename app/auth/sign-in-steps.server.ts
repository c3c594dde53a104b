import type { Profile, ProfileDraft } from '#contracts/identity';
import { completeRegistration, keepProfile, keptProfile } from '#modules/identity';
import type { Ctx } from '#platform/context';
import { turnOf } from '#platform/text/form-turn';
import type { PageArgs } from '#app/http/page.server';
import { redirect } from '#app/http/redirect';
import { appendSession } from './cookies.server';
import { safeRedirect } from './safe-redirect';
import { verified } from './verified.server';

export async function runProfile(
  ctx: Ctx,
  { firstName, lastName, email }: Profile,
  page: PageArgs,
): Promise<Response> {
  const acting = verified(ctx);
  const registration = { firstName, lastName, email, phoneNumber: acting.actor.phone };
  const { session } = await completeRegistration(acting, registration);
  appendSession(page.headers, ctx.services.env, 'patient', session);
  // Nothing waits for an account that has just begun.
  const to = safeRedirect(page.url.searchParams.get('redirectTo'), '/consultation');
  return redirect(to, { headers: page.headers });
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
