import { categories, type Budget, type Category, type Specialty } from '#contracts/consultation';

/** The dashboard's own lists (spec 9); they are not those of the catalogue. */
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

/** By publication, in days and weeks (from Monday) of UTC. */
export const dateRanges = ['today', 'yesterday', 'this-week', 'this-month'] as const;
export type DateRange = (typeof dateRanges)[number];
