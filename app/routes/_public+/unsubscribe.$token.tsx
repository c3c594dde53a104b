import { Form, useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { offeredUnsubscribe, unsubscribe } from '#workflows';
import { Banner } from '#app/components/banner';
import { Button, ButtonLink } from '#app/components/button';
import { Page } from '#app/components/page';
import { intent, pageAction, pageLoader } from '#app/http/page.server';
import { useFormats } from '#app/i18n/formats';
import { pageMeta } from '#app/i18n/page-meta';
import { useText } from '#app/i18n/use-text';
import { noticesHome } from '#app/notices/homes';

export const meta = pageMeta('notices.unsubscribe');

export const loader = pageLoader('public', (ctx, { params }) =>
  offeredUnsubscribe(ctx, { token: params.token ?? '' }),
);

/** Also pressed by mail servers for their readers, who send what RFC 8058 has them send and look at no page. */
export const action = pageAction('public', {
  // No redirect: those who press a button for somebody do not follow one.
  end: intent('public', z.object({}), async (ctx, _value, { params }) => {
    await unsubscribe(ctx, { token: params.token ?? '' });
    return null;
  }),
});

export default function UnsubscribePage() {
  const t = useText();
  const { reader, topics, ended } = useLoaderData<typeof loader>();
  const { list } = useFormats();
  const words = { topic: list(topics.map((topic) => t(`notices.topic.${reader}.${topic}`))) };
  return (
    <Page title={t('notices.unsubscribe.title')}>
      {ended ? (
        <Banner tone="ok" title={t('notices.unsubscribe.done', words)}>
          <p>{t('notices.unsubscribe.done_text')}</p>
        </Banner>
      ) : (
        <Form method="post" className="space-y-6">
          <p className="measure">{t('notices.unsubscribe.ask', words)}</p>
          <Button name="intent" value="end">
            {t('notices.unsubscribe.action')}
          </Button>
        </Form>
      )}
      <p className="mt-6">
        <ButtonLink variant="secondary" to={`${noticesHome[reader]}/preferences`}>
          {t('notices.unsubscribe.preferences')}
        </ButtonLink>
      </p>
    </Page>
  );
}
