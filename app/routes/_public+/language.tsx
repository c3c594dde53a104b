import { z } from 'zod';
import { answerLanguage } from '#app/auth/choose-language.server';
import { Page } from '#app/components/page';
import { intent, pageAction, pageLoader } from '#app/http/page.server';
import { ownPath, redirect } from '#app/http/redirect';
import { addressIn } from '#app/i18n/address';
import { pageMeta } from '#app/i18n/page-meta';
import { useText } from '#app/i18n/use-text';
import { LanguageSwitch } from '#app/layout/language-switch';
import { localeSchema } from '#contracts/identity';

export const meta = pageMeta('common.language');

/** Choosing is a POST; who follows a link here is asked. */
export const loader = pageLoader('public', async () => ({}));

export const action = pageAction('public', {
  choose: intent(
    'public',
    z.object({ ...localeSchema.shape, to: z.string().max(2_000).optional() }),
    async (ctx, { locale, to }, page) => {
      await answerLanguage(ctx, locale, page);
      return redirect(addressIn(locale, ownPath(to) ?? '/'), { headers: page.headers });
    },
  ),
});

export default function LanguagePage() {
  const t = useText();
  return (
    <Page title={t('common.language.title')} lead={t('common.language.description')}>
      <LanguageSwitch to="/" className="-mx-3 px-3!" />
    </Page>
  );
}
