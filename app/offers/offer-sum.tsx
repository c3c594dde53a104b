import type { ReactNode } from 'react';
import type { Currency, MissingLine, OfferItem } from '#contracts/offers';
import { useFormats } from '#app/i18n/formats';
import { useText } from '#app/i18n/use-text';

interface OfferSumProps {
  offer: {
    /** Cents of `currency`, as all amounts here. */
    readonly amountCents: number;
    readonly listPriceCents: number | null;
    readonly currency: Currency;
    readonly items: readonly OfferItem[];
  };
  /** The amount and the extras that have a price. */
  totalCents: number;
  /** What the total leaves out. */
  missing: readonly MissingLine[];
  /** What the total is about in the reader's currency. Left out of what is sealed, and where it is about to be. */
  about?: ReactNode;
}

/** What an offer comes to: the comparable total first, then what it is made of and what it leaves out. */
export function OfferSum({ offer, totalCents, missing, about }: OfferSumProps) {
  const t = useText();
  const formats = useFormats();
  const { amountCents, listPriceCents, currency } = offer;
  const money = (cents: number) => formats.money(cents, currency);
  const extras = totalCents - amountCents;
  return (
    <div className="tnum wrap-anywhere">
      <p className="text-2xl font-semibold">{money(totalCents)}</p>
      {about}
      {extras > 0 ? (
        <p>
          {t('offers.sum.parts', {
            total: t('offers.row.total'),
            price: money(amountCents),
            extras: money(extras),
          })}
        </p>
      ) : null}
      {missing.length > 0 ? (
        <p className="text-warn">
          {t('offers.compare.without', {
            lines: missing
              .map(({ key }) => t(`offers.item.${key}`))
              .reduce((before, line) => t('offers.compare.lines', { before, line })),
          })}
        </p>
      ) : (
        <p className="text-ok">{t('offers.compare.complete')}</p>
      )}
      {listPriceCents ? (
        <p className="text-sm text-ink-soft">
          {t('offers.fact.list_price', { price: money(listPriceCents) })}
        </p>
      ) : null}
    </div>
  );
}
