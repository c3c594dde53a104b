import type { Category, SubTreatment } from '#contracts/consultation';
import { type Measure, measureFor, type Rate } from './rates';
import type { Assumption, OfferContent, OfferDto, OfferItem } from './schemas';
import {
  currencies,
  type Currency,
  type declineCauses,
  type DeclineReason,
  figureNames,
  missingOf,
  type MissingLine,
  type OfferStatus,
  type StatedFigure,
  totalOf,
  type Unit,
} from './values';

/** An offer as its clinic sees it in its lists. */
export interface BidCard {
  /** The offer's. */
  readonly id: string;
  readonly leadId: string;
  /** Abbreviated: 'Sarah M.'. */
  readonly patient: string;
  readonly treatment: Category;
  readonly subTreatment: SubTreatment;
  readonly status: OfferStatus;
  /** What the clinic asks for now. */
  readonly amountCents: number;
  readonly currency: string;
  /** What the request was estimated at, in whole US dollars; null without a budget. */
  readonly leadValue: number | null;
  /** ISO 8601, as the two below. */
  readonly sentAt: string;
  readonly expiresAt: string;
  readonly endedAt: string | null;
  readonly declinedBecause: (typeof declineCauses)[number] | null;
  readonly declineReason: DeclineReason | null;
  /** When something was said last in its conversation, and how much of it the clinic has not seen. */
  readonly lastMessageAt: string | null;
  readonly unread: number;
  /** From 1 for the lowest; where the request was decided and the prices can be compared. */
  readonly pricePlace: { readonly place: number; readonly among: number } | null;
}

/** What an offer says at one moment, as it is stored. */
export interface OfferTerms extends Omit<OfferContent, 'items' | 'attachments' | 'assumptions'> {
  readonly items: readonly OfferItem[];
  /** Null is nothing stated. */
  readonly assumptions: readonly Assumption[] | null;
  /** Their ids. */
  readonly attachments: readonly string[];
}

/** The parts of an offer that a revision can change, in the order in which they are named. */
export const changedParts = [
  'price',
  'list-price',
  'lines',
  'doctor',
  'earliest',
  'availability',
  'journey',
  'guarantee',
  'assumptions',
  'message',
  'attachments',
] as const;
export type ChangedPart = (typeof changedParts)[number];

const partsOf: Record<ChangedPart, (content: OfferTerms) => unknown> = {
  price: ({ amountCents, currency }) => [amountCents, currency],
  'list-price': ({ listPriceCents }) => listPriceCents,
  lines: ({ items }) => items.map((item) => [item.key, ...saidOf(item)]),
  doctor: ({ doctorName }) => doctorName,
  earliest: ({ earliestDate }) => earliestDate,
  availability: ({ availability }) => availability,
  journey: ({ trips, nights, daysInCountry }) => [trips, nights, daysInCountry],
  guarantee: ({ guaranteeMonths }) => guaranteeMonths,
  assumptions: ({ assumptions }) =>
    (assumptions ?? []).map(({ text, surchargeCents }) => [text, surchargeCents]),
  message: ({ message }) => message,
  attachments: ({ attachments }) => attachments,
};

/** All that a line says, in one order. */
const saidOf = ({ state, priceCents, quantity, unit, brand }: OfferItem): unknown[] => [
  ...[state, priceCents ?? null],
  ...[quantity ?? null, unit ?? null, brand ?? null],
];

/** What one revision of an offer says differently from the one before it. */
export const changesBetween = (before: OfferTerms, now: OfferTerms): ChangedPart[] =>
  changedParts.filter((part) => {
    const said = partsOf[part];
    return JSON.stringify(said(before)) !== JSON.stringify(said(now));
  });

/** Keys of the lines that one revision puts differently from the one before it. */
export function linesChanged(before: OfferTerms, now: OfferTerms): string[] {
  const stood = new Map(before.items.map((item) => [item.key, item]));
  return now.items
    .filter((item) => {
      const old = stood.get(item.key);
      return !old || JSON.stringify(saidOf(old)) !== JSON.stringify(saidOf(item));
    })
    .map(({ key }) => key);
}

/** A line that offers count so differently that their plans are not the same, with who counts what. */
export interface Apart extends Differing {
  /** In the order of the offers. */
  readonly counts: ReadonlyArray<{ readonly offerId: string; readonly quantity: number }>;
}

/** From this factor between the largest and the smallest number on, plans lie apart. */
export const apartBy = 1.5;

/** Where the plans of these offers for the same photos lie apart; who is right is not for us to say. */
export const apartOf = (offers: ReadonlyArray<Pick<Comparable, '_id' | 'items'>>): Apart[] =>
  differingOf(offers)
    .filter(({ least, most }) => most >= apartBy * least)
    .map((line) => ({
      ...line,
      counts: offers.flatMap(({ _id, items }) => {
        const item = items.find(({ key, unit }) => key === line.key && unit === line.unit);
        return item?.quantity ? [{ offerId: _id, quantity: item.quantity }] : [];
      }),
    }));

/** What a patient may order offers by; the first is what they are shown in. */
export const comparisonSorts = ['total', 'price', 'earliest', 'rating', 'answer'] as const;
export type ComparisonSort = (typeof comparisonSorts)[number];

/** What is looked at of an offer in order to compare it. */
export interface Comparable extends Pick<
  OfferDto,
  '_id' | 'amountCents' | 'currency' | 'earliestDate' | 'createdAt' | StatedFigure
> {
  readonly items: readonly OfferItem[];
  /** What its clinic has shown; null where too little is known. */
  readonly reputation: {
    readonly rating: { readonly average: number } | null;
    readonly answerTime: { readonly medianMinutes: number } | null;
  };
}

/** One column of the comparison. */
export interface Compared<O> {
  readonly offer: O;
  /** The amount and every extra that has a price, in cents of the offer's own currency. */
  readonly totalCents: number;
  /** What the total leaves out, because the offer does not say. */
  readonly missing: readonly MissingLine[];
  /** False for an offer in another currency for which no rate is in use: it stands outside the order. */
  readonly compared: boolean;
}

export interface Comparison<O> {
  /** The currency that most of the offers are in; null without any. */
  readonly currency: Currency | null;
  /** By which offers of several currencies stand in one order; none where all that are compared have one currency. */
  readonly rates: readonly Rate[];
  /** Keys of all lines that one of the offers has, each once, in their order. */
  readonly lines: readonly string[];
  /** Those of the journey and the guarantee that one of the offers states. */
  readonly figures: readonly StatedFigure[];
  /** Lines of which offers count different numbers in one unit. */
  readonly differing: readonly Differing[];
  /** Those of them that lie so far apart that the patient should ask why. */
  readonly apart: readonly Apart[];
  /** In order; those that are not compared come last, oldest first. */
  readonly offers: ReadonlyArray<Compared<O>>;
}

/**
 * Sets offers side by side. Equal ones stand by their total, then the older one first. By total, those that leave
 * something out stand behind those that state everything. Amounts of another currency have their place by `rates`; within
 * one currency these change nothing.
 */
export function compareOffers<O extends Comparable>(
  offers: readonly O[],
  sort: ComparisonSort,
  rates: readonly Rate[] = [],
): Comparison<O> {
  const currency = currencyOf(offers);
  const measure = measureFor(
    currency ?? '',
    offers.map((offer) => offer.currency),
    rates,
  );
  const columns = offers.map((offer) => ({
    offer,
    totalCents: totalOf(offer),
    missing: missingOf(offer),
    compared: measure.has(offer.currency),
  }));
  const lines = [...new Set(offers.flatMap(({ items }) => items.map(({ key }) => key)))];
  const figures = figureNames.filter((name) => offers.some((offer) => offer[name] !== null));
  const ordered = columns.sort(inOrder(sort, measure));
  return {
    ...{ currency, lines, figures, rates: measure.rates },
    differing: differingOf(offers),
    apart: apartOf(ordered.map(({ offer }) => offer)),
    offers: ordered,
  };
}

/** A line that offers for one request count differently, in one unit. */
export interface Differing {
  readonly key: string;
  readonly unit: Unit;
  readonly least: number;
  readonly most: number;
}

/** The lines that these offers count differently; where they use several units each unit stands for itself. */
export function differingOf(offers: ReadonlyArray<Pick<Comparable, 'items'>>): Differing[] {
  const counts = new Map<string, Differing>();
  for (const { key, unit, quantity } of offers.flatMap(({ items }) => items)) {
    if (!unit || !quantity) continue;
    const { least = quantity, most = quantity } = counts.get(`${key} ${unit}`) ?? {};
    counts.set(`${key} ${unit}`, {
      ...{ key, unit },
      least: Math.min(least, quantity),
      most: Math.max(most, quantity),
    });
  }
  return [...counts.values()].filter(({ least, most }) => least < most);
}

/** The currency of most; of equally many the one that is listed first. */
function currencyOf(offers: readonly Comparable[]): Currency | null {
  const times = (one: Currency): number => offers.filter(({ currency }) => currency === one).length;
  const [most] = [...currencies].sort((a, b) => times(b) - times(a));
  return offers.length > 0 ? most! : null;
}

type Place = (column: Compared<Comparable>, measure: Measure) => number | bigint | null;

/** By what a column stands; null where it does not say: such a one stands behind those that do. */
const placeBy: Record<ComparisonSort, Place> = {
  total: ({ offer, totalCents }, { weigh }) => weigh(totalCents, offer.currency),
  price: ({ offer }, { weigh }) => weigh(offer.amountCents, offer.currency),
  earliest: ({ offer }) => (offer.earliestDate ? Date.parse(offer.earliestDate) : null),
  // The best first.
  rating: ({ offer }) => {
    const { rating } = offer.reputation;
    return rating && -rating.average;
  },
  answer: ({ offer }) => offer.reputation.answerTime?.medianMinutes ?? null,
};

type Order = (a: Compared<Comparable>, b: Compared<Comparable>) => number;

const byAge: Order = ({ offer: a }, { offer: b }) =>
  a.createdAt.localeCompare(b.createdAt) || a._id.localeCompare(b._id);

/** A total that leaves something out would stand low for what it does not say. */
const byCompleteness: Order = (a, b) => Number(a.missing.length > 0) - Number(b.missing.length > 0);

const by =
  (sort: ComparisonSort, measure: Measure): Order =>
  (a, b) => {
    const [left, right] = [placeBy[sort](a, measure), placeBy[sort](b, measure)];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    return Number(left > right) - Number(left < right);
  };

const inOrder =
  (sort: ComparisonSort, measure: Measure): Order =>
  (a, b) => {
    if (!a.compared || !b.compared) return Number(b.compared) - Number(a.compared) || byAge(a, b);
    const first = sort === 'total' ? byCompleteness(a, b) : by(sort, measure)(a, b);
    return first || by('total', measure)(a, b) || byAge(a, b);
  };
