import { useFormats } from '#app/i18n/use-formats';
import { useText } from '#app/i18n/use-text';
import { unitOf } from '../clinics/time-unit';
import { Card } from '../components/card';

interface MonthReportProps {
  /** `2026-03` */
  month: string;
  /** By the name of the series; `few` where a number is too small to be shown. */
  figures: Readonly<Record<string, number | 'few' | null>>;
}

/** One month in figures: reviews, and how clinics were checked. */
export function MonthReport({ month, figures }: MonthReportProps) {
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
