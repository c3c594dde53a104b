import { chooseLocale, resolveSignedIn } from '#modules/identity';
import { actAs, type Ctx } from '#platform/context';
import { days, inSeconds } from '#platform/base/duration';
import type { Locale } from '#platform/base/locale';
import type { Http } from '#app/http/api.server';
import { cookieLine, localeCookie, readCookie } from '#app/http/session.server';

const keptFor = inSeconds(days(365));

/** Of this browser, and of whoever is signed in in it: a patient, a clinic, or both. */
export async function answerLanguage(
  ctx: Ctx,
  locale: Locale,
  { request, headers }: Pick<Http, 'request' | 'headers'>,
): Promise<void> {
  const { env } = ctx.services;
  for (const principal of ['patient', 'clinic'] as const) {
    const token = readCookie(env, request, principal);
    const found = token ? await resolveSignedIn(ctx, { principal, token, renew: false }) : null;
    const actor = found?.actor;
    if (actor?.kind === 'patient' || actor?.kind === 'clinic')
      await chooseLocale(actAs(ctx, actor), { locale });
  }
  headers.append('Set-Cookie', cookieLine(env, localeCookie, locale, keptFor));
}
