import { useLoaderData } from '@remix-run/react';
import { EmptyState } from '#app/components/empty-state';
import { Page } from '#app/components/page';
import { pageLoader } from '#app/http/page.server';
import { pageMeta } from '#app/i18n/page-meta';
import { useText } from '#app/i18n/use-text';
import type { PageHandle } from '#app/layout/page-handle';
import { MonthReport } from '#app/transparency/month-report';
import { transparencyReport } from '#workflows';

export const handle: PageHandle = { kept: true };
export const meta = pageMeta('public.transparency');

export const loader = pageLoader('public', async (ctx) => ({
  months: await transparencyReport(ctx),
}));

export default function TransparencyPage() {
  const t = useText();
  const { months } = useLoaderData<typeof loader>();
  return (
    <Page title={t('public.transparency.title')} lead={t('public.transparency.lead')}>
      <p className="measure text-ink-soft">{t('public.transparency.how')}</p>
      {months.length === 0 ? (
        <EmptyState
          title={t('public.transparency.none')}
          text={t('public.transparency.none_text')}
        />
      ) : (
        <div className="mt-8 space-y-6">
          {months.map((one) => (
            <MonthReport key={one.month} {...one} />
          ))}
        </div>
      )}
    </Page>
  );
}
