import { approximate, type Comparison, type Rate } from '#contracts/offers';
import type { ComparedOffer, ReaderMoney } from '#workflows';
import { type Formats, useFormats } from '#app/i18n/formats';
import { Rich } from '#app/i18n/rich';
import { type Text, useText } from '#app/i18n/use-text';

interface AboutProps {
  readonly of: { readonly currency: string };
  readonly cents: number;
  readonly money: ReaderMoney;
  /** Without the rate, where it stands beside it. */
  readonly brief?: boolean;
}

/**
 * What an amount is about in the reader's currency, marked as such, with the day and the source of the rate. Nothing where
 * the currencies are the same or a rate is missing. Never beside what is sealed or agreed: that has one amount.
 */
export function About({ of, cents, money, brief }: AboutProps) {
  const t = useText();
  const formats = useFormats();
  const about = approximate({ cents, currency: of.currency }, money.currency, money.rates);
  if (!about) return null;
  const amount = formats.roundMoney(about.units, about.currency);
  const stated = [
    ...new Set(about.rates.map((rate) => t('offers.about.rate', statedOf({ t, formats }, rate)))),
  ];
  return (
    <p className="text-sm text-ink-soft">
      <Rich
        id="offers.about.amount"
        values={{ amount }}
        components={{ amount: <bdi className="tnum" /> }}
      />
      {brief ? null : (
        <>
          {' '}
          <span aria-hidden="true">·</span> {formats.list(stated)}
        </>
      )}
    </p>
  );
}

interface Words {
  readonly t: Text;
  readonly formats: Formats;
}

/** From which day a rate is, and who states it. */
const statedOf = ({ t, formats }: Words, { day, source, statedBy }: Rate) => ({
  day: formats.date(new Date(`${day}T12:00:00Z`), 'UTC'),
  source: t(`offers.about.source.${source}`, { statedBy: statedBy ?? '' }),
});

interface AboutRatesProps {
  readonly comparison: Comparison<ComparedOffer>;
  /** Left out for whoever sees no approximate amounts. */
  readonly money?: ReaderMoney;
}

/** By which rates a page says approximate amounts and puts offers in order, and which offers have no place in it. */
export function AboutRates({ comparison, money }: AboutRatesProps) {
  const t = useText();
  const { offers, rates: inOrder } = comparison;
  const approximations = offers.flatMap(({ offer: { amountCents: cents, currency } }) =>
    money ? (approximate({ cents, currency }, money.currency, money.rates) ?? []) : [],
  );
  const rates = [...new Set([...inOrder, ...approximations.flatMap((one) => one.rates)])];
  return (
    <>
      {approximations.length > 0 ? <p>{t('offers.about.approximate')}</p> : null}
      {inOrder.length > 0 ? <p>{t('offers.about.order')}</p> : null}
      {rates.length > 0 ? <Rates rates={rates} /> : null}
      {offers.some(({ compared }) => !compared) ? (
        <p>{t('offers.compare.about_currency', { currency: comparison.currency ?? '' })}</p>
      ) : null}
    </>
  );
}

function Rates({ rates }: { rates: readonly Rate[] }) {
  const t = useText();
  const formats = useFormats();
  return (
    <ul>
      {rates.map((rate) => (
        <li key={rate.currency}>
          <bdi className="tnum">
            1 EUR = {formats.figure(rate.perEuro)} {rate.currency}
          </bdi>{' '}
          · {t('offers.about.rate', statedOf({ t, formats }, rate))}
        </li>
      ))}
    </ul>
  );
}
