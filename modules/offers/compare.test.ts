import { describe, expect, it } from 'vitest';
import { type Unit, unitPriceOf } from './values';
import {
  apartOf,
  changesBetween,
  linesChanged,
  type OfferTerms,
  compareOffers,
  type Comparable,
  type ComparisonSort,
} from './compare';
import { someRate } from './testing';

type Item = Comparable['items'][number];

const line = (key: string, state: Item['state'], priceCents?: number): Item => ({
  key,
  state,
  ...(priceCents === undefined ? {} : { priceCents }),
});

const noFigures = { trips: null, nights: null, daysInCountry: null, guaranteeMonths: null };

type More = Partial<Comparable> & { rating?: number; minutes?: number };

const offer = (id: string, { rating, minutes, ...rest }: More = {}): Comparable => {
  return {
    _id: id,
    amountCents: 100_000,
    currency: 'USD',
    items: [],
    earliestDate: null,
    ...noFigures,
    createdAt: `2026-03-01T10:00:0${id.charCodeAt(0) - 97}.000Z`,
    reputation: {
      rating: rating === undefined ? null : { average: rating },
      answerTime: minutes === undefined ? null : { medianMinutes: minutes },
    },
    ...rest,
  };
};

describe('the comparable total', () => {
  const totals: Array<[what: string, items: Item[], total: number, missing: string[]]> = [
    ['nothing but the amount', [], 100_000, []],
    ['what is included', [line('a', 'included'), line('b', 'included')], 100_000, []],
    ['what is not needed', [line('a', 'not-needed')], 100_000, []],
    ['an extra with a price', [line('a', 'extra', 2_550)], 102_550, []],
    ['an extra without one', [line('a', 'extra')], 100_000, ['a no-price']],
    ['what is not stated', [line('a', 'not-stated')], 100_000, ['a not-stated']],
    [
      'all of it',
      [line('a', 'extra', 1), line('b', 'extra'), line('c', 'not-stated'), line('d', 'extra', 2)],
      100_003,
      ['b no-price', 'c not-stated'],
    ],
    ['a price beside what is included', [line('a', 'included', 5_000)], 100_000, []],
  ];

  it.each(totals)('of %s', (_what, items, total, missing) => {
    const [column] = compareOffers([offer('a', { items })], 'total').offers;
    expect(column!.totalCents).toBe(total);
    expect(column!.missing.map(({ key, why }) => `${key} ${why}`)).toEqual(missing);
  });

  it('stays exact where every part is as large as it may be', () => {
    const items = Array.from({ length: 12 }, (_, n) => line(`l${n}`, 'extra', 99_999_999));
    const [column] = compareOffers(
      [offer('a', { amountCents: 99_999_999, items })],
      'total',
    ).offers;
    expect(column!.totalCents).toBe(99_999_999 * 13);
  });
});

describe('the order', () => {
  const cheap = offer('a', {
    amountCents: 90_000,
    items: [line('hotel', 'extra', 30_000)],
    earliestDate: '2026-05-01',
    minutes: 300,
  });
  const whole = offer('b', {
    amountCents: 110_000,
    items: [line('hotel', 'included')],
    earliestDate: '2026-04-01',
    rating: 4.9,
  });
  const silent = offer('c', { amountCents: 115_000, rating: 4.2 });
  const quick = offer('d', {
    amountCents: 115_000,
    minutes: 20,
    earliestDate: '2026-04-01',
  });
  const orders: Array<[ComparisonSort, string]> = [
    ['total', 'b c d a'],
    ['price', 'a b c d'],
    ['earliest', 'b d a c'],
    ['rating', 'b c d a'],
    ['answer', 'd a b c'],
  ];

  it.each(orders)('by %s is %s, whatever order they came in', (sort, expected) => {
    const offers = [cheap, whole, silent, quick];
    for (const given of [offers, [...offers].reverse(), [silent, cheap, quick, whole]]) {
      const ids = compareOffers(given, sort).offers.map(({ offer: one }) => one._id);
      expect(ids.join(' ')).toBe(expected);
    }
  });

  it('by total puts what leaves something out behind what states everything, however low it stands', () => {
    const least = offer('e', { amountCents: 1_000, items: [line('hotel', 'not-stated')] });
    const unpriced = offer('f', { amountCents: 2_000, items: [line('hotel', 'extra')] });
    const order = (sort: ComparisonSort) =>
      compareOffers([least, unpriced, cheap, whole], sort).offers.map(({ offer: one }) => one._id);
    expect(order('total')).toEqual(['b', 'a', 'e', 'f']);
    expect(order('price')).toEqual(['e', 'f', 'a', 'b']);
  });

  it.each(orders)('by %s leaves offers in another currency behind, oldest first', (sort) => {
    const euro = offer('e', {
      currency: 'EUR',
      amountCents: 1,
      rating: 5,
      earliestDate: '2026-03-02',
    });
    const lira = offer('f', { currency: 'TRY', amountCents: 2 });
    const { currency, offers } = compareOffers([lira, euro, cheap, whole], sort);
    expect(currency).toBe('USD');
    expect(offers.slice(-2).map(({ offer: one, compared }) => [one._id, compared])).toEqual([
      ['e', false],
      ['f', false],
    ]);
    expect(offers.filter(({ compared }) => compared)).toHaveLength(2);
  });

  it.each([
    ['most of them', ['EUR', 'EUR', 'USD'], 'EUR'],
    ['the one listed first of equally many', ['TRY', 'EUR', 'USD', 'TRY', 'USD'], 'USD'],
    ['the only one', ['GBP'], 'GBP'],
  ] as const)('compares in the currency of %s', (_which, given, expected) => {
    const offers = given.map((currency, n) => offer('abcde'[n]!, { currency }));
    expect(compareOffers(offers, 'total').currency).toBe(expected);
  });

  describe('of several currencies', () => {
    const rates = [someRate('USD', '1.25'), someRate('TRY', '50')];
    const dollars = (id: string, amountCents: number) => offer(id, { amountCents });
    const of = (currency: Comparable['currency'], id: string, amountCents: number) =>
      offer(id, { currency, amountCents });
    const seen = (offers: readonly Comparable[], sort: ComparisonSort = 'price') => {
      const comparison = compareOffers(offers, sort, rates);
      return [
        comparison.offers
          .map(({ offer: one, compared }) => one._id + (compared ? '' : '?'))
          .join(' '),
        comparison.rates.map(({ currency }) => currency).join(' '),
      ];
    };

    // 1,000 euros are 1,250 dollars, 50,000 lira 1,250 as well.
    const offers = [
      dollars('a', 124_999),
      of('EUR', 'b', 100_000),
      of('TRY', 'c', 4_999_999),
      dollars('d', 125_001),
    ];

    it('goes by the rates, to the cent, and names them', () => {
      expect(seen(offers)).toEqual(['a c b d', 'USD TRY']);
      expect(seen([...offers].reverse(), 'total')).toEqual(['a c b d', 'USD TRY']);
    });

    it('puts the older one first where they come to the same', () => {
      expect(
        seen([of('TRY', 'c', 5_000_000), of('EUR', 'b', 100_000), dollars('a', 125_000)])[0],
      ).toBe('a b c');
    });

    it('leaves behind those without a rate, and names no rate that it did not need', () => {
      expect(seen([of('GBP', 'e', 1), ...offers.slice(0, 2)])).toEqual(['a b e?', 'USD']);
      expect(seen([of('GBP', 'e', 1), of('GBP', 'f', 2), dollars('a', 3)])).toEqual(['e f a?', '']);
    });

    it('changes nothing within one currency', () => {
      const alone = ['a', 'b', 'c', 'd'].map((id, n) => of('TRY', id, 5_000_000 - n));
      expect(seen(alone)).toEqual(['d c b a', '']);
    });
  });

  it('is empty without offers', () => {
    expect(compareOffers([], 'total')).toEqual({
      ...{ currency: null, lines: [], figures: [], rates: [], differing: [], apart: [] },
      offers: [],
    });
  });
});

describe('the rows', () => {
  it('are all lines that an offer has, each once, in their order', () => {
    const first = offer('a', { items: [line('a', 'included'), line('b', 'extra', 1)] });
    const second = offer('b', { items: [line('b', 'included'), line('c', 'not-needed')] });
    const { lines } = compareOffers([first, second], 'price');
    expect(lines).toEqual(['a', 'b', 'c']);
  });
});

describe('quantities', () => {
  const counted = (unit: Unit, quantity: number): Item => ({
    ...line('procedure', 'included'),
    ...{ unit, quantity },
  });

  it('that differ are named with their range, each unit by itself', () => {
    const offers = [
      offer('a', { items: [counted('crowns', 20)] }),
      offer('b', { items: [counted('crowns', 6)] }),
      offer('c', { items: [counted('teeth', 6), line('b', 'included')] }),
    ];
    expect(compareOffers(offers, 'total').differing).toEqual([
      { key: 'procedure', unit: 'crowns', least: 6, most: 20 },
    ]);
    expect(compareOffers(offers.slice(1), 'total').differing).toEqual([]);
  });

  it.each([
    [3, 2, true],
    [149, 100, false],
    [20, 6, true],
    [6, 6, false],
  ])('of %i and %i lie apart from a factor of 1.5 on: %s', (a, b, isApart) => {
    const offers = [
      offer('a', { items: [counted('crowns', a)] }),
      offer('b', { items: [counted('crowns', b)] }),
      offer('c', { items: [counted('teeth', 90)] }),
      offer('d', { items: [line('procedure', 'not-stated')] }),
    ];
    const counts = [
      { offerId: 'a', quantity: a },
      { offerId: 'b', quantity: b },
    ];
    const found = { key: 'procedure', unit: 'crowns', least: b, most: a, counts };
    expect(apartOf(offers)).toEqual(isApart ? [found] : []);
  });

  it('give a price per unit where the line has a price of its own, or is the treatment itself', () => {
    const prices = [
      counted('grafts', 3_000),
      { ...line('hotel', 'extra', 90_000), quantity: 3 },
      { ...line('transfer', 'included'), quantity: 2 },
      { ...line('visit', 'extra'), quantity: 2 },
      line('revision', 'extra', 500),
    ];
    const of = (key: string) => unitPriceOf({ amountCents: 250_000, items: prices }, key);
    expect(prices.map(({ key }) => of(key))).toEqual([83, 30_000, null, null, null]);
  });

  it('of the journey have a row where one offer states them', () => {
    const offers = [offer('a'), offer('b', { nights: 0, guaranteeMonths: 24 })];
    expect(compareOffers(offers, 'total').figures).toEqual(['nights', 'guaranteeMonths']);
  });
});

describe('what a revision changed', () => {
  const before: OfferTerms = {
    amountCents: 100_000,
    listPriceCents: null,
    currency: 'USD',
    message: 'Hello',
    items: [line('a', 'included'), line('b', 'extra', 500)],
    doctorName: 'Dr. Ada',
    earliestDate: '2026-05-01',
    availability: null,
    ...noFigures,
    assumptions: null,
    attachments: [],
  };
  const changes: Array<[Partial<OfferTerms>, string[]]> = [
    [{}, []],
    [{ amountCents: 90_000 }, ['price']],
    [{ currency: 'EUR' }, ['price']],
    [{ amountCents: 90_000, listPriceCents: 100_000 }, ['price', 'list-price']],
    [{ items: [line('a', 'included'), line('b', 'included')] }, ['lines']],
    [{ items: [line('a', 'included'), line('b', 'extra', 501)] }, ['lines']],
    [{ doctorName: null, earliestDate: null }, ['doctor', 'earliest']],
    [{ availability: 'Mondays', message: 'Hi' }, ['availability', 'message']],
    [{ attachments: ['file'] }, ['attachments']],
    [{ items: [{ ...line('a', 'included'), quantity: 20 }, line('b', 'extra', 500)] }, ['lines']],
    [{ trips: 2, guaranteeMonths: 12 }, ['journey', 'guarantee']],
    [{ assumptions: [] }, []],
    [{ assumptions: [{ text: 'No graft', surchargeCents: 1 }] }, ['assumptions']],
  ];

  it.each(changes)('%j', (now, expected) => {
    expect(changesBetween(before, { ...before, ...now })).toEqual(expected);
  });

  it('names the lines', () => {
    const now = {
      ...before,
      items: [line('a', 'extra', 1), line('b', 'extra', 500), line('c', 'included')],
    };
    expect(linesChanged(before, now)).toEqual(['a', 'c']);
  });
});
