import {
  categories,
  priorities,
  priorityOf,
  type Budget,
  type Category,
  type Priority,
  type RequestFacts,
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
  readonly said: (facts: RequestFacts) => string | null;
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
