import { useLoaderData } from '@remix-run/react';
import { outcomesOfAll } from '#modules/outcomes';
import { transparencyReport } from '#workflows';
import { unitOf } from '#app/clinics/time-unit';
import { Card } from '#app/components/card';
import { EmptyState } from '#app/components/empty-state';
import { Page } from '#app/components/page';
import { OutcomeLines } from '#app/deals/outcome-figures';
import { pageLoader } from '#app/http/page.server';
import { pageMeta } from '#app/i18n/page-meta';
import { useFormats } from '#app/i18n/formats';
import { useText } from '#app/i18n/use-text';
import type { PageHandle } from '#app/layout/use-scripts';

export const handle: PageHandle = { kept: true };
export const meta = pageMeta('public.transparency');

export const loader = pageLoader('public', async (ctx) => ({
  months: await transparencyReport(ctx),
  outcomes: await outcomesOfAll(ctx),
}));

export default function TransparencyPage() {
  const t = useText();
  const { months, outcomes } = useLoaderData<typeof loader>();
  return (
    <Page title={t('public.transparency.title')} lead={t('public.transparency.lead')}>
      <p className="measure text-ink-soft">{t('public.transparency.how')}</p>
      {outcomes.halfYear || outcomes.year ? (
        <Card as="section" className="mt-8">
          <h2 className="mb-3 text-lg">{t('public.transparency.outcomes')}</h2>
          <div className="space-y-2">
            <OutcomeLines outcomes={outcomes} />
          </div>
          <p className="measure mt-3 text-sm text-ink-soft">
            {t('public.transparency.outcomes_how')}
          </p>
        </Card>
      ) : null}
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

interface MonthReportProps {
  /** `2026-03` */
  month: string;
  /** By the name of the series; `few` where a number is too small to be shown. */
  figures: Readonly<Record<string, number | 'few' | null>>;
}

/** One month in figures: reviews, and how clinics were checked. */
function MonthReport({ month, figures }: MonthReportProps) {
  const t = useText();
  const formats = useFormats();
  const minutes = figures['clinics.minutes'];
  const counts = Object.entries(figures).filter(([name]) => name !== 'clinics.minutes');
  const shown = (count: number | 'few' | null) =>
    count === 'few'
      ? t('public.transparency.few')
      : t('public.transparency.count', { count: count ?? 0 });
  return (
    <Card as="section" aria-labelledby={`month-${month}`}>
      <h2 id={`month-${month}`} className="mb-3 text-lg">
        <time dateTime={month}>{formats.month(month)}</time>
      </h2>
      <dl className="divide-y divide-line">
        {counts.map(([name, count]) => (
          <div key={name} className="flex justify-between gap-6 py-2">
            <dt>{t(`public.transparency.series.${name}`)}</dt>
            <dd className="tnum shrink-0">{shown(count)}</dd>
          </div>
        ))}
        <div className="flex justify-between gap-6 py-2">
          <dt>{t('public.transparency.time')}</dt>
          <dd className="tnum max-w-[45%] shrink-0 text-end">
            {typeof minutes === 'number'
              ? t('public.transparency.took', unitOf(minutes))
              : t('public.transparency.too_few')}
          </dd>
        </div>
      </dl>
    </Card>
  );
}
