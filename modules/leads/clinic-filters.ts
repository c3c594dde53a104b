import type { Budget, Category, Specialty } from '#contracts/consultation';

/** The dashboard's own lists (spec 9); they are not those of the catalogue. */
export const treatmentFilters = [
  'Dental Treatment',
  'Hair Transplant',
  'Cosmetic Surgery',
  'Dermatology',
] as const satisfies readonly Specialty[];

export const categoryOfFilter: Record<(typeof treatmentFilters)[number], Category> = {
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

/** By publication, in days and weeks (from Monday) of UTC. */
export const dateRanges = ['today', 'yesterday', 'this-week', 'this-month'] as const;
export type DateRange = (typeof dateRanges)[number];
