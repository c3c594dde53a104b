import type { TreatmentPrices } from '#workflows';
import { useFormats } from '#app/i18n/use-formats';
import { useText } from '#app/i18n/use-text';

interface PriceRangeProps {
  price: NonNullable<TreatmentPrices['overall']>;
}

/** In what range half of the offers for a treatment lie, with their median and how many they are. */
export function PriceRange({ price: { median, quartiles, offers, clinics } }: PriceRangeProps) {
  const t = useText();
  const formats = useFormats();
  const dollars = (amount: number): string => formats.money(amount * 100, 'USD');
  const [lower, upper] = quartiles.map(dollars) as [string, string];
  return (
    <p className="tnum mt-3 border-t border-line pt-3">
      <span className="font-semibold">{t('public.prices.quartiles', { lower, upper })}</span>{' '}
      <span className="block text-sm text-ink-soft">
        {t('public.prices.overall', { median: dollars(median), offers, clinics })}
      </span>
    </p>
  );
}
