import { z } from 'zod';
import { inviteTokenSchema } from '#contracts/identity';
import { clinicNames } from '#modules/clinic-onboarding';
import { joinTeam, offeredTeam } from '#modules/identity';
import { inSeconds, minutes } from '#platform/base/duration';
import { AppError } from '#platform/base/errors';
import { actAs, type Ctx } from '#platform/context';
import { joinPath } from '#app/clinic/registration-page.server';
import { appendKnown, appendSession, readKnown } from '#app/auth/cookies.server';
import { intent, pageAction, pageLoader } from '#app/http/page.server';
import { redirect } from '#app/http/redirect';
import { cookieLine, readCookie } from '#app/http/session.server';

/** Carries the token of the link from here through the sign-in, so that no address of ours ever holds it. */
const cookie = 'clinic-join';
const cookieAge = inSeconds(minutes(60));

/** The token that this browser opened a link with; null without one. */
export const joinTokenOf = (ctx: Ctx, request: Request): string | null =>
  readCookie(ctx.services.env, request, cookie);

const asClinic = { principal: 'clinic' } as const;

/** What the browser holds a link for: nothing, a sign-in that is owed first, or a team to join. */
export const joinLoader = pageLoader(
  'public',
  async (ctx, { request }) => {
    const token = joinTokenOf(ctx, request);
    if (!token) return { state: 'none' as const };
    const { actor } = ctx;
    if (actor.kind !== 'phone-verified' && actor.kind !== 'clinic')
      return { state: 'sign-in' as const };
    const team = await offeredTeam(actAs(ctx, actor), { token });
    if (!team) return { state: 'other' as const };
    const clinicName = (await clinicNames(ctx, [team._id])).get(team._id) ?? '';
    return { state: 'offered' as const, clinicName, role: team.role, name: team.name };
  },
  asClinic,
);

/** The whole link will do as well as what stands behind its `#`. */
const pasted = z
  .string('team.error.link_missing')
  .transform((typed) => typed.trim().replace(/^.*#/s, ''))
  .pipe(inviteTokenSchema);

export const joinAction = pageAction(
  'public',
  {
    open: intent('public', z.object({ token: pasted }), (ctx, { token }, { headers }) => {
      headers.append('Set-Cookie', cookieLine(ctx.services.env, cookie, token, cookieAge));
      return Promise.resolve(redirect(joinPath, { headers }));
    }),
    join: intent('public', z.object({}), async (ctx, _none, { request, headers }) => {
      const { actor, services } = ctx;
      if (actor.kind !== 'phone-verified' && actor.kind !== 'clinic')
        throw new AppError('unauthenticated');
      const token = joinTokenOf(ctx, request);
      if (!token) throw new AppError('invite_gone');
      const known = readKnown(services.env, request);
      const joined = await joinTeam(actAs(ctx, actor), { token, known });
      appendSession(headers, services.env, 'clinic', joined.session);
      appendKnown(headers, services.env, joined.known);
      headers.append('Set-Cookie', cookieLine(services.env, cookie, '', 0));
      return redirect('/clinic/dashboard', { headers });
    }),
    drop: intent('public', z.object({}), (ctx, _none, { headers }) => {
      headers.append('Set-Cookie', cookieLine(ctx.services.env, cookie, '', 0));
      return Promise.resolve(redirect('/clinic-login', { headers }));
    }),
  },
  asClinic,
);
