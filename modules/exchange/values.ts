import {
  type Budget,
  categories,
  type Category,
  type City,
  priorities,
  type Priority,
  priorityOf,
  type RequestDetails,
  type Specialty,
} from '#contracts/consultation';

/** Lists of the dashboard (docs/product.md, Lead lifecycle); they are not those of the catalogue. */
export const treatmentLabels = [
  'Dental Treatment',
  'Hair Transplant',
  'Cosmetic Surgery',
  'Dermatology',
] as const satisfies readonly Specialty[];

/** What `treatment` takes: a line of the dashboard's list, or the word that a request itself shows. */
export const treatmentFilters = [...treatmentLabels, ...categories] as const;

export const categoryOfFilter: Record<(typeof treatmentFilters)[number], Category> = {
  dental: 'dental',
  hair: 'hair',
  cosmetic: 'cosmetic',
  dermatology: 'dermatology',
  'Dental Treatment': 'dental',
  'Hair Transplant': 'hair',
  'Cosmetic Surgery': 'cosmetic',
  Dermatology: 'dermatology',
};

export const budgetBuckets = ['under-1000', '1000-5000', '5000-10000', 'over-10000'] as const;

/** A bucket takes the budgets by their first number. */
export const budgetsOfBucket: Record<(typeof budgetBuckets)[number], readonly Budget[]> = {
  'under-1000': ['under-1000'],
  '1000-5000': ['1000-5000'],
  '5000-10000': ['5000-10000'],
  'over-10000': ['10000-20000', 'over-20000'],
};

export interface Narrowing {
  /** What may be asked for. */
  readonly values: readonly [string, ...string[]];
  /** Rows hold these, and 0 where nothing is said that is on offer: none is renumbered or used again. */
  readonly codes: Readonly<Record<string, number>>;
  readonly said: (details: RequestDetails) => string | null;
  /** What each value finds, where that is not the same word. */
  readonly finds?: Readonly<Record<string, readonly string[]>>;
}

/** What a clinic narrows its list by besides words, treatment, place and time: one value each. */
export const narrowings = {
  priority: {
    values: priorities,
    codes: { high: 1, medium: 2, low: 3 } satisfies Record<Priority, number>,
    said: ({ timeline }) => priorityOf(timeline),
  },
  budget: {
    values: budgetBuckets,
    codes: {
      'under-1000': 1,
      '1000-5000': 2,
      '5000-10000': 3,
      '10000-20000': 4,
      'over-20000': 5,
    } satisfies Record<Budget, number>,
    said: ({ budget }) => budget,
    finds: budgetsOfBucket,
  },
} satisfies Record<string, Narrowing>;
export type NarrowingName = keyof typeof narrowings;
export const narrowingNames = Object.keys(narrowings) as NarrowingName[];

export const eachNarrowing = <T>(make: (name: NarrowingName) => T): Record<NarrowingName, T> =>
  Object.fromEntries(narrowingNames.map((name) => [name, make(name)])) as Record<NarrowingName, T>;

/** By publication, in days and weeks (from Monday) of UTC. */
export const dateRanges = ['today', 'yesterday', 'this-week', 'this-month'] as const;
export type DateRange = (typeof dateRanges)[number];

/** Open pages of matching clinics hear by this word what happened to a request that is, or was, in their lists. */
export const listingChanged = 'exchange.listing-changed';

/**
 * Topics of live messages that clinics share, so that a request is announced once and not once per clinic: one per category
 * for requests of every city, and one per category and city. They follow the rule of the list itself: a clinic hears of
 * exactly the requests that its list can hold.
 */
const topicOf = (category: Category, city: City | null): string =>
  `exchange:${category}:${city ?? '*'}`;

/** Where a request is announced; clinics of every city listen to the one of its category. */
export const topicsOfListing = (listing: {
  readonly treatment: Category;
  readonly locations: readonly City[];
  readonly widened: boolean;
}): string[] =>
  listing.widened || listing.locations.length === 0
    ? [topicOf(listing.treatment, null)]
    : listing.locations.map((city) => topicOf(listing.treatment, city));

/** What a clinic of these categories and this city listens to; null: a city that patients cannot name. */
export const topicsAt = (categories: readonly Category[], city: City | null): string[] =>
  categories.flatMap((category) => [
    topicOf(category, null),
    ...(city ? [topicOf(category, city)] : []),
  ]);
