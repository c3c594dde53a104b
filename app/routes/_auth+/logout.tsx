import { Form } from '@remix-run/react';
import { z } from 'zod';
import { locales } from '#platform/base/locale';
import { answerLogout } from '#app/auth/code-calls.server';
import { Button } from '#app/components/button';
import { Page } from '#app/components/page';
import { intent, pageAction, pageLoader } from '#app/http/page.server';
import { redirect } from '#app/http/redirect';
import { addressIn } from '#app/i18n/address';
import { pageMeta } from '#app/i18n/page-meta';
import { useText } from '#app/i18n/use-text';

export const meta = pageMeta('auth.logout');

/** Where somebody may be afterwards. */
const doors = ['/', '/clinic-login'];

/** Leaving is a POST; who follows a link here is asked. */
export const loader = pageLoader('public', async () => ({}));

export const action = pageAction('public', {
  logout: intent(
    'public',
    z.object({
      area: z.enum(['patient', 'clinic']).default('patient'),
      to: z
        .enum(locales.flatMap((locale) => doors.map((door) => addressIn(locale, door))))
        .optional(),
    }),
    async (ctx, { area, to }, page) => {
      await answerLogout(ctx, area, page);
      return redirect(to ?? addressIn(ctx.locale, '/'), { headers: page.headers });
    },
  ),
});

export default function LogoutPage() {
  const t = useText();
  return (
    <Page title={t('auth.logout.title')} lead={t('auth.logout.question')}>
      <Form method="post" reloadDocument>
        <Button size="lg">{t('auth.logout.submit')}</Button>
      </Form>
    </Page>
  );
}
