import type { OfferFigures } from '#modules/offers';
import { useText } from '#app/i18n/use-text';
import { Fact } from './lead-card';

/** A share of fewer says nothing. */
const smallest = 5;

/** How the clinic's own offers have fared; a share has its sample beside it, and none below the smallest. */
export function PerformanceStats({ figures }: { figures: OfferFigures }) {
  const t = useText();
  const { sent, won, decided } = figures;
  const percent = Math.round((100 * won) / Math.max(decided, 1));
  return (
    <>
      <p className="text-ink-soft">{t('clinic.stats.period')}</p>
      <dl className="mt-1 grid grid-cols-2 gap-2">
        <Fact term={t('clinic.stats.sent')}>{t('clinic.dashboard.count', { count: sent })}</Fact>
        <Fact term={t('clinic.stats.won')}>{t('clinic.dashboard.count', { count: won })}</Fact>
        <div className="col-span-2">
          <Fact term={t('clinic.stats.rate')}>
            {decided < smallest
              ? t('clinic.stats.few', { count: smallest })
              : t('clinic.stats.share', { part: won, whole: decided, percent })}
          </Fact>
        </div>
      </dl>
    </>
  );
}
