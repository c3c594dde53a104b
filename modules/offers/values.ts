/** ISO 4217. */
export const currencies = ['USD', 'EUR', 'GBP', 'TRY'] as const;
export type Currency = (typeof currencies)[number];

/** How long before its end a live offer's patient is notified that it ends, in hours. */
export const lastHours = 2;

/** Where an offer stands (docs/product.md, Offers and deals). The first two are live: they count against the cap. */
export const offerStatuses = [
  'pending',
  'negotiating',
  'accepted',
  'declined',
  'withdrawn',
  'expired',
] as const;
export type OfferStatus = (typeof offerStatuses)[number];

export const liveStatuses = ['pending', 'negotiating'] as const satisfies readonly OfferStatus[];

export const isLive = (status: OfferStatus): boolean =>
  (liveStatuses as readonly OfferStatus[]).includes(status);

/** Why a patient says no, in one tap. Clinics learn it. */
export const declineReasons = [
  'price',
  'distance',
  'dates',
  'doctor',
  'not-enough-information',
  'other-treatment',
  'changed-mind',
] as const;
export type DeclineReason = (typeof declineReasons)[number];

/** What ended an offer without its having been chosen or run out. */
export const declineCauses = ['patient', 'not-chosen', 'request-ended'] as const;
export const withdrawers = ['clinic', 'suspension'] as const;

/** What a line of an offer says of itself. A line that the clinic leaves out is `not-stated`. */
export const itemStates = ['included', 'extra', 'not-needed', 'not-stated'] as const;
export type ItemState = (typeof itemStates)[number];

/** What a line of an offer can be counted in; which of them one line takes stands with its template. */
export const units = [
  'teeth',
  'grafts',
  'implants',
  'crowns',
  'sessions',
  'visits',
  'areas',
  'millilitres',
  'days',
  'nights',
  'rides',
  'pieces',
] as const;
export type Unit = (typeof units)[number];

export const maxQuantity = 9_999;
export const maxBrand = 80;
export const maxAssumptions = 5;
export const maxAssumptionText = 200;

/** Figures that an offer may state of itself, each with the smallest and the largest that is taken. */
export const statedFigures = {
  /** How often the patient travels. */
  trips: [1, 4],
  /** Nights before and after the treatment that the plan needs. */
  nights: [0, 365],
  daysInCountry: [1, 365],
  /** In months; 0 is none. */
  guaranteeMonths: [0, 600],
} as const satisfies Record<string, readonly [least: number, most: number]>;
export type StatedFigure = keyof typeof statedFigures;
export const figureNames = Object.keys(statedFigures) as StatedFigure[];

/** The clinic's tabs: what it waits for, what was chosen, what is over otherwise. */
export const bidGroups = {
  active: liveStatuses,
  won: ['accepted'],
  lost: ['declined', 'withdrawn', 'expired'],
} as const satisfies Record<string, readonly OfferStatus[]>;
export type BidGroup = keyof typeof bidGroups;

/**
 * What people type as an amount, in cents; null for anything else: '2500', '2,500', '2.500,50', '$ 2 500.5'. Of two kinds
 * of separators the last one is the decimal one; of one kind, where it stands decides.
 */
export function readAmount(text: string): number | null {
  const plain = text.replace(/[\s\u00a0\u202f'’$€£₺]/g, '');
  const found = /^(\d{1,3}(?:([.,])\d{3})*|\d+)(?:([.,])(\d{1,2}))?$/.exec(plain);
  if (!found) return null;
  const [, whole = '', groups, point, fraction = ''] = found;
  if (groups && groups === point) return null;
  const units = Number(whole.replace(/[.,]/g, ''));
  const cents = units * 100 + Number(fraction.padEnd(2, '0'));
  const mixed = [...whole].filter((one) => one === '.' || one === ',');
  return new Set(mixed).size > 1 || !Number.isSafeInteger(cents) ? null : cents;
}

/** An amount as somebody would type it: '2500', '2500.50'. */
export const writeAmount = (cents: number): string =>
  cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2);

interface Priced {
  readonly amountCents: number;
  readonly items: ReadonlyArray<{ readonly state: string; readonly priceCents?: number }>;
}

/** The amount and every extra that has a price, in cents of the offer's own currency. */
export const totalOf = ({ amountCents, items }: Priced): number =>
  items.reduce(
    (sum, { state, priceCents }) => sum + (state === 'extra' ? (priceCents ?? 0) : 0),
    amountCents,
  );

/** A line that keeps an offer's total from being the whole price. */
export interface MissingLine {
  readonly key: string;
  readonly why: 'not-stated' | 'no-price';
}

/** What an offer's total leaves out, because it does not say. */
export const missingOf = ({ items }: Pick<Counted, 'items'>): MissingLine[] =>
  items.flatMap(({ key, state, priceCents }): MissingLine[] => {
    if (state === 'not-stated') return [{ key, why: 'not-stated' }];
    return state === 'extra' && priceCents === undefined ? [{ key, why: 'no-price' }] : [];
  });

interface Counted extends Priced {
  readonly items: ReadonlyArray<{
    readonly key: string;
    readonly state: string;
    readonly priceCents?: number;
    readonly quantity?: number;
  }>;
}

/**
 * What one unit of a line costs, in cents of the offer's own currency, rounded: of an extra its own price, of the
 * procedure that is included the whole amount. Null where no price can be named for the line alone.
 */
export function unitPriceOf({ amountCents, items }: Counted, key: string): number | null {
  const line = items.find((item) => item.key === key);
  if (!line?.quantity) return null;
  const whole =
    line.state === 'extra'
      ? line.priceCents
      : line.state === 'included' && key === 'procedure'
        ? amountCents
        : undefined;
  return whole === undefined ? null : Math.round(whole / line.quantity);
}

/** The type of the live message that an offer has changed, to open pages of the patient, the clinic and staff. */
export const offerChanged = 'offers.changed';
