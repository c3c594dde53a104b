import { CircleHelp, CircleCheck, CircleMinus, CirclePlus, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import {
  type Assumption,
  type ItemState,
  type OfferItem,
  type StatedFigure,
  unitPriceOf,
} from '#contracts/offers';
import type { ShownOffer } from '#workflows';
import { type Formats, useFormats } from '#app/i18n/formats';
import { type Text, useText } from '#app/i18n/use-text';
import { cx } from '../components/cx';

/** What an offer costs. A list price is said in words: struck through, it would read as a saving on all that is needed. */
export function Price({ offer, large }: { offer: Priced; large?: boolean }) {
  const t = useText();
  const formats = useFormats();
  const { amountCents, listPriceCents, currency } = offer;
  return (
    <span className="tnum">
      <span className={cx('font-semibold', large && 'text-2xl')}>
        {formats.money(amountCents, currency)}
      </span>
      {listPriceCents ? (
        <span className="block text-sm text-ink-soft">
          {t('offers.fact.list_price', { price: formats.money(listPriceCents, currency) })}
        </span>
      ) : null}
    </span>
  );
}
type Priced = Pick<ShownOffer, 'amountCents' | 'listPriceCents' | 'currency'>;

const looks: Record<ItemState, [icon: LucideIcon, tone: string]> = {
  included: [CircleCheck, 'text-ok'],
  extra: [CirclePlus, 'text-ink'],
  'not-needed': [CircleMinus, 'text-ink-soft'],
  'not-stated': [CircleHelp, 'text-warn'],
};

interface LineStateProps {
  item: OfferItem | undefined;
  offer: Priced & { readonly items: readonly OfferItem[] };
  /** Offers beside it count another number of it. */
  differs?: boolean;
}

/** What an offer says of one line, in a sign and words: its state, how much of it, of which make, and what one costs. */
export function LineState({ item, offer, differs }: LineStateProps) {
  const t = useText();
  const formats = useFormats();
  const state = item?.state ?? 'not-stated';
  const [Icon, tone] = looks[state];
  return (
    <span className={cx('inline-flex items-start gap-1.5 align-top', tone)}>
      <Icon aria-hidden="true" className="mt-1 size-4 shrink-0" />
      <span>
        {t(`offers.state.${state}`)}
        {state === 'extra' ? (
          <>
            {' '}
            {item?.priceCents ? (
              <span className="tnum font-semibold">
                {t('offers.fact.extra_price', {
                  price: formats.money(item.priceCents, offer.currency),
                })}
              </span>
            ) : (
              <span className="text-warn">{t('offers.fact.extra_no_price')}</span>
            )}
          </>
        ) : null}
        {item ? <Quantity item={item} offer={offer} differs={differs ?? false} /> : null}
      </span>
    </span>
  );
}

/** 'About: 3,000 grafts, 0.83 € per graft; make: …'. */
function Quantity({
  item: { key, quantity, unit, brand },
  offer,
  differs,
}: {
  item: OfferItem;
  offer: LineStateProps['offer'];
  differs: boolean;
}) {
  const t = useText();
  const formats = useFormats();
  const each = unitPriceOf(offer, key);
  return (
    <>
      {quantity && unit ? (
        <span className="block text-ink">
          <span
            className={cx('tnum', differs && '-mx-1 rounded-sm bg-warn-soft px-1 font-semibold')}
          >
            {t(`offers.count.${unit}`, { count: quantity })}
          </span>
          {differs ? <span className="sr-only"> {t('offers.compare.differs')}</span> : null}
          {each === null ? null : (
            <span className="tnum block text-sm text-ink-soft">
              {t(`offers.each.${unit}`, { price: formats.money(each, offer.currency) })}
            </span>
          )}
        </span>
      ) : null}
      {brand ? <span className="block text-sm text-ink-soft">{brand}</span> : null}
    </>
  );
}

/** One figure of the journey or the guarantee in words; null where it is not stated. */
export function figureWords(t: Text, name: StatedFigure, count: number | null): string | null {
  return count === null ? null : t(`offers.figure.${name}`, { count });
}

/** What a price rests on, in the clinic's order, each with what it costs besides where it does not hold. */
export function Assumptions({
  assumptions,
  currency,
  words,
}: {
  assumptions: readonly Assumption[];
  currency: Priced['currency'];
  /** In place of their texts. */
  words?: readonly ReactNode[] | undefined;
}) {
  const t = useText();
  const formats = useFormats();
  return (
    <ol className="list-decimal space-y-1 ps-5">
      {assumptions.map(({ text, surchargeCents }, place) => (
        // Two may say the same; their order is fixed.
        <li key={place} className="wrap-anywhere">
          {words?.[place] ?? text}{' '}
          <span className="tnum text-ink-soft">
            {surchargeCents === null
              ? t('offers.assumption.no_price')
              : t('offers.assumption.else', { price: formats.money(surchargeCents, currency) })}
          </span>
        </li>
      ))}
    </ol>
  );
}

/** A day without a time: the same everywhere. */
export const CalendarDay = ({ date }: { date: string }) => (
  <time dateTime={date} className="tnum">
    {useFormats().date(new Date(`${date}T12:00:00Z`), 'UTC')}
  </time>
);

/** What a clinic has shown, each with its sample; too small a sample says so. */
export function reputationWords(
  { t, formats }: { t: Text; formats: Formats },
  { rating, priceKept, priceForeseen, answerTime, askedAnswerTime }: ShownOffer['reputation'],
) {
  const kept = priceKept ? t('offers.fact.kept', { ...priceKept }) : t('offers.fact.kept_none');
  return {
    rating: rating
      ? t('offers.fact.rating', { average: formats.decimal(rating.average), count: rating.count })
      : t('offers.fact.rating_none'),
    answer: answerWords(t, answerTime),
    askedAnswer: answerWords(t, askedAnswerTime),
    kept: priceForeseen ? `${kept}. ${t('offers.foreseen', { ...priceForeseen })}` : kept,
  };
}

const answerWords = (t: Text, took: ShownOffer['reputation']['answerTime']): string =>
  took
    ? t('offers.fact.answer', { time: lengthOf(t, took.medianMinutes), sample: took.sample })
    : t('offers.fact.answer_none');

/** '40 minutes', '3 hours', '2 days': in the unit in which it is a small number. */
function lengthOf(t: Text, minutes: number): string {
  if (minutes < 90) return t('offers.fact.minutes', { count: Math.max(1, Math.round(minutes)) });
  const hours = Math.round(minutes / 60);
  return hours < 36
    ? t('offers.fact.hours', { count: hours })
    : t('offers.fact.days', { count: Math.round(hours / 24) });
}

/** 'Changed: price, doctor': what the last revision said differently. */
export function ChangedMark({ offer }: { offer: Pick<ShownOffer, 'changed'> }) {
  const t = useText();
  const formats = useFormats();
  if (offer.changed.length === 0) return null;
  return (
    <p className="text-sm font-semibold text-accent">
      {t('offers.changed', {
        parts: formats.list(offer.changed.map((part) => t(`offers.part.${part}`))),
      })}
    </p>
  );
}

/** Why an offer is over, in words. */
export function endedWords(t: Text, { because, reason }: NonNullable<ShownOffer['ended']>): string {
  const why = t(`offers.ended.${because}`);
  return reason
    ? `${why} ${t('offers.ended.reason', { reason: t(`offers.reason.${reason}`) })}`
    : why;
}
