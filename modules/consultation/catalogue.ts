/**
 * The catalogue (docs/product.md, Catalogue): the only place where these lists exist. The values travel in the API; what
 * people read is the message `labelKey(list, value)`.
 */
export const categories = ['dental', 'hair', 'cosmetic', 'dermatology'] as const;
export type Category = (typeof categories)[number];

export const subTreatmentsOf = {
  dental: [
    'Teeth Whitening',
    'Dental Implants',
    'Orthodontics (Braces)',
    'Root Canal',
    'Dental Crown',
    'Tooth Extraction',
    'Gum Treatment',
    'Other Dental',
  ],
  hair: [
    'Hair Transplant (FUE)',
    'Hair Transplant (FUT)',
    'Beard Transplant',
    'Eyebrow Transplant',
    'Hair Loss Treatment',
    'Scalp Micropigmentation',
    'Other Hair Treatment',
  ],
  cosmetic: [
    'Rhinoplasty (Nose Job)',
    'Breast Augmentation',
    'Liposuction',
    'Tummy Tuck',
    'Facelift',
    'Botox & Fillers',
    'Blepharoplasty (Eyelid)',
    'Other Cosmetic',
  ],
  dermatology: [
    'Acne Treatment',
    'Skin Rejuvenation',
    'Laser Hair Removal',
    'Mole Removal',
    'Scar Treatment',
    'Anti-Aging Treatment',
    'Skin Cancer Screening',
    'Other Dermatology',
  ],
} as const satisfies Record<Category, readonly string[]>;

export const bodyAreasOf = {
  dental: ['mouth', 'smile', 'xray'],
  hair: ['scalp-front', 'scalp-top', 'scalp-back', 'beard', 'eyebrow'],
  cosmetic: ['face-front', 'face-side', 'body-front', 'body-side', 'specific-area'],
  dermatology: ['face', 'body', 'hands', 'legs', 'specific-spot'],
} as const satisfies Record<Category, readonly string[]>;

/** Of every category, in its order. */
export const subTreatments = [
  ...subTreatmentsOf.dental,
  ...subTreatmentsOf.hair,
  ...subTreatmentsOf.cosmetic,
  ...subTreatmentsOf.dermatology,
] as const;
export type SubTreatment = (typeof subTreatments)[number];

export const bodyAreas = [
  ...bodyAreasOf.dental,
  ...bodyAreasOf.hair,
  ...bodyAreasOf.cosmetic,
  ...bodyAreasOf.dermatology,
] as const;
export type BodyArea = (typeof bodyAreas)[number];

/** Areas that people are asked for: an X-ray is a picture, which goes with the photos. Requests may name it all the same. */
export const areasAskedOf = (category: Category): readonly BodyArea[] =>
  (bodyAreasOf[category] as readonly BodyArea[]).filter((area) => area !== 'xray');

/** Whether a sub-treatment or a body area belongs to a category. */
export const fitsCategory = (category: Category, value: SubTreatment | BodyArea): boolean =>
  (subTreatmentsOf[category] as readonly string[]).includes(value) ||
  (bodyAreasOf[category] as readonly string[]).includes(value);

export const cities = ['Istanbul', 'Ankara', 'Antalya'] as const;
export type City = (typeof cities)[number];

export const budgets = [
  'under-1000',
  '1000-5000',
  '5000-10000',
  '10000-20000',
  'over-20000',
] as const;
export type Budget = (typeof budgets)[number];

const leadValueCents: Record<Budget, number> = {
  'under-1000': 75_000,
  '1000-5000': 300_000,
  '5000-10000': 750_000,
  '10000-20000': 1_500_000,
  'over-20000': 2_500_000,
};

/** What a request of this budget counts as in estimates: US cents; null without one that is on offer. */
export const leadValueOf = (budget: Budget | null): number | null =>
  (budget && (leadValueCents as Partial<typeof leadValueCents>)[budget]) ?? null;

export const timelines = ['asap', '1-month', '3-months', '6-months', 'flexible'] as const;
export type Timeline = (typeof timelines)[number];

export const priorities = ['high', 'medium', 'low'] as const;
export type Priority = (typeof priorities)[number];

const priorityByTimeline: Record<Timeline, Priority> = {
  asap: 'high',
  '1-month': 'high',
  '3-months': 'medium',
  '6-months': 'medium',
  flexible: 'low',
};

/** How urgent a request is; one without a timeline, or with one that is no longer on offer, is low. */
export const priorityOf = (timeline: Timeline | null): Priority =>
  (timeline && (priorityByTimeline as Partial<typeof priorityByTimeline>)[timeline]) ?? 'low';

export const specialties = [
  'Dental Treatment',
  'Hair Transplant',
  'Cosmetic Surgery',
  'Dermatology',
  'Ophthalmology',
  'Cardiology',
  'Orthopedics',
  'Gynecology',
  'Urology',
  'Plastic Surgery',
  'General Surgery',
  'Other',
] as const;
export type Specialty = (typeof specialties)[number];

/** Clinics with one of these specialties match requests of the category. */
export const specialtiesOf: Record<Category, readonly Specialty[]> = {
  dental: ['Dental Treatment'],
  hair: ['Hair Transplant'],
  cosmetic: ['Cosmetic Surgery', 'Plastic Surgery'],
  dermatology: ['Dermatology'],
};

/** The categories that a clinic of these specialties matches; empty when none does. */
export const categoriesOf = (own: readonly Specialty[]): Category[] =>
  categories.filter((category) => specialtiesOf[category].some((one) => own.includes(one)));

export const ageBands = ['18-24', '25-34', '35-44', '45-54', '55-64', '65-plus'] as const;
export type AgeBand = (typeof ageBands)[number];

export const genders = ['female', 'male', 'other'] as const;
export type Gender = (typeof genders)[number];

/** The sizes in which a photo is kept and asked for. */
export const photoSizes = ['thumb', 'medium', 'full'] as const;

/** What a request says in one choice of a list, or leaves open: a field of it each, called as its list is. */
export const openLists = { budget: budgets, timeline: timelines };
export type OpenField = keyof typeof openLists;

export type CatalogueList =
  | 'category'
  | 'sub-treatment'
  | 'body-area'
  | 'city'
  | 'priority'
  | 'specialty'
  | 'age-band'
  | 'gender'
  | OpenField;

/** A value of a list in an address or a key: `Botox & Fillers` is `botox-fillers`. */
export const slugOf = (value: string): string =>
  value
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

/** Key of the message that people read for a value: `catalogue.sub-treatment.root-canal`. */
export const labelKey = (list: CatalogueList, value: string): string =>
  `catalogue.${list}.${slugOf(value)}`;
