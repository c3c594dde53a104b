import type { Reputation } from '#modules/deals';
import type { OfferFigures } from '#modules/offers';
import { useFormats } from '#app/i18n/use-formats';
import { useText } from '#app/i18n/use-text';
import { reputationWords } from '../offers/offer-facts';
import { Fact } from './lead-card';

/** A share of fewer says nothing. */
const smallest = 5;

/**
 * How the clinic's own offers have fared, and what patients see of it; a share has its sample beside it, and none below
 * the smallest.
 */
export function PerformanceStats({
  figures,
  reputation,
}: {
  figures: OfferFigures;
  reputation: Reputation;
}) {
  const t = useText();
  const formats = useFormats();
  const words = reputationWords({ t, formats }, reputation);
  const { sent, won, decided } = figures;
  const percent = Math.round((100 * won) / Math.max(decided, 1));
  return (
    <>
      <p className="text-ink-soft">{t('clinic.stats.period')}</p>
      <dl className="mt-1 grid grid-cols-2 items-end gap-2">
        <Fact term={t('clinic.stats.sent')}>{t('clinic.dashboard.count', { count: sent })}</Fact>
        <Fact term={t('clinic.stats.won')}>{t('clinic.dashboard.count', { count: won })}</Fact>
        <Fact wide term={t('clinic.stats.rate')}>
          {decided < smallest
            ? t('clinic.stats.few', { count: smallest })
            : t('clinic.stats.share', { part: won, whole: decided, percent })}
        </Fact>
      </dl>
      <p className="mt-3 text-ink-soft">{t('clinic.stats.seen')}</p>
      <dl className="mt-1 grid gap-2">
        <Fact term={t('offers.row.rating')}>{words.rating}</Fact>
        <Fact term={t('offers.row.answer')}>{words.answer}</Fact>
        <Fact term={t('offers.row.kept')}>{words.kept}</Fact>
      </dl>
    </>
  );
}
