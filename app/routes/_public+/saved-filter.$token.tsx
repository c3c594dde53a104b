import { dashboardPath } from '#app/exchange/dashboard-address';
import { Form, useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { endFilterMails, filterMails } from '#modules/exchange';
import { Banner } from '#app/components/banner';
import { Button, ButtonLink } from '#app/components/button';
import { Page } from '#app/components/page';
import { intent, pageAction, pageLoader } from '#app/http/page.server';
import { pageMeta } from '#app/i18n/page-meta';
import { useText } from '#app/i18n/use-text';

export const meta = pageMeta('clinic.filter_mails');

/** Where the mails of a saved filter end, without signing in; looking changes nothing. */
export const loader = pageLoader('public', async (ctx, { params }) => ({
  mails: await filterMails(ctx, { token: params.token ?? '' }),
}));

/** Also pressed by mail servers for their readers, who send a form of their own and look at no page. */
export const action = pageAction('public', {
  end: intent('public', z.object({}), async (ctx, _value, { params }) => {
    await endFilterMails(ctx, { token: params.token ?? '' });
    return null;
  }),
});

export default function FilterMailsPage() {
  const t = useText();
  const { mails } = useLoaderData<typeof loader>();
  return (
    <Page title={t('clinic.filter_mails.title')}>
      {mails ? (
        <Form method="post" className="space-y-6">
          <p className="measure">{t('clinic.filter_mails.ask')}</p>
          <Button name="intent" value="end">
            {t('clinic.filter_mails.end')}
          </Button>
        </Form>
      ) : (
        <Banner tone="ok" title={t('clinic.filter_mails.done')} />
      )}
      <p className="mt-6">
        <ButtonLink variant="secondary" to={dashboardPath}>
          {t('clinic.filter_mails.dashboard')}
        </ButtonLink>
      </p>
    </Page>
  );
}
