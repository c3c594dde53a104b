import { z } from 'zod';
import { localeSchema } from '#contracts/identity';
import { chooseLocale, resolveSignedIn } from '#modules/identity';
import { days, inSeconds } from '#platform/base/duration';
import { digitChoices, type Locale } from '#platform/base/locale';
import { actAs, type Ctx } from '#platform/context';
import { Page } from '#app/components/page';
import type { Http } from '#app/http/api.server';
import { intent, pageAction, pageLoader } from '#app/http/page.server';
import { ownPath, redirect } from '#app/http/redirect';
import { cookieLine, digitsCookie, localeCookie, readCookie } from '#app/http/session.server';
import { addressIn } from '#app/i18n/address';
import { pageMeta } from '#app/i18n/page-meta';
import { useText } from '#app/i18n/use-text';
import { DigitsForm } from '#app/layout/digits-form';
import { LanguageSwitch } from '#app/layout/language-switch';

export const meta = pageMeta('common.language');

/** Choosing is a POST; who follows a link here is asked. */
export const loader = pageLoader('public', async () => ({}));

const whereTo = { to: z.string().max(2_000).optional() };

export const action = pageAction('public', {
  choose: intent(
    'public',
    z.object({ ...localeSchema.shape, ...whereTo }),
    async (ctx, { locale, to }, page) => {
      await answerLanguage(ctx, locale, page);
      return redirect(addressIn(locale, ownPath(to) ?? '/'), { headers: page.headers });
    },
  ),
  digits: intent(
    'public',
    z.object({ digits: z.enum(digitChoices), ...whereTo }),
    async (ctx, { digits, to }, { headers }) => {
      headers.append('Set-Cookie', kept(ctx, digitsCookie, digits));
      return redirect(ownPath(to) ?? '/', { headers });
    },
  ),
});

export default function LanguagePage() {
  const t = useText();
  return (
    <Page title={t('common.language.title')} lead={t('common.language.description')}>
      <LanguageSwitch to="/" className="-mx-3 px-3!" />
      <DigitsForm />
    </Page>
  );
}

/** A choice of this browser, for a year. */
const kept = ({ services }: Ctx, name: string, value: string): string =>
  cookieLine(services.env, name, value, inSeconds(days(365)));

/** Of this browser, and of whoever is signed in in it: a patient, a clinic, or both. */
async function answerLanguage(
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
  headers.append('Set-Cookie', kept(ctx, localeCookie, locale));
}
