import { useLoaderData } from '@remix-run/react';
import { readOutbox } from '#app/auth/read-outbox.server';
import { ButtonLink } from '#app/components/button';
import { Card } from '#app/components/card';
import { When } from '#app/components/date-time';
import { EmptyState } from '#app/components/empty-state';
import { Page } from '#app/components/page';
import { StatusTag } from '#app/components/status-tag';
import { pageLoader } from '#app/http/page.server';
import { pageMeta } from '#app/i18n/page-meta';
import { useText } from '#app/i18n/use-text';

export const meta = pageMeta('auth.outbox');

export const loader = pageLoader('public', async (ctx, { url }) => ({
  messages: (await readOutbox(ctx, url)).map(({ html, ...message }) => ({
    ...message,
    rendered: html !== undefined,
  })),
}));

export default function OutboxPage() {
  const t = useText();
  const { messages } = useLoaderData<typeof loader>();
  return (
    <Page title={t('auth.outbox.title')} lead={t('auth.outbox.lead')}>
      {messages.length === 0 ? (
        <EmptyState
          title={t('auth.outbox.empty')}
          text={t('auth.outbox.empty_text')}
          action={<ButtonLink to="/login">{t('auth.outbox.to_login')}</ButtonLink>}
        />
      ) : null}
      <ul className="space-y-4">
        {messages.map(({ id, channel, to, subject, text, at, rendered }) => (
          <li key={id}>
            <Card>
              <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-soft">
                <StatusTag tone="info">{t(`auth.outbox.${channel}`)}</StatusTag>
                <span className="tnum">{t('auth.outbox.to', { to })}</span>
                <When date={at} format="datetime" />
              </p>
              {subject ? <h2 className="mt-3 text-lg">{subject}</h2> : null}
              <p className="mt-3 whitespace-pre-wrap">{text}</p>
              {rendered ? (
                <p className="mt-3">
                  <a href={`/dev/outbox/${id}.html`} className="link">
                    {t('auth.outbox.rendered')}
                  </a>
                </p>
              ) : null}
            </Card>
          </li>
        ))}
      </ul>
    </Page>
  );
}
