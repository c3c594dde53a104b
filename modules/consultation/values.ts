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

export const openFields = Object.keys(openLists) as OpenField[];

/** Something for each choice that a patient may leave open. */
export const eachOpen = <T>(make: (field: OpenField) => T): Record<OpenField, T> =>
  Object.fromEntries(openFields.map((field) => [field, make(field)])) as Record<OpenField, T>;

export type OpenChoices = { [F in OpenField]: (typeof openLists)[F][number] | null };

export const nothingStated = eachOpen(() => null) satisfies OpenChoices;

/** Of the details of a request those that may be left open. */
export const openFieldsAmong = <R extends Record<OpenField, unknown>>(of: R): Pick<R, OpenField> =>
  eachOpen((field) => of[field]) as Pick<R, OpenField>;

/** Below `/api`: where photos are sent. */
export const photosPath = '/photos';

export const photoSizes = ['thumb', 'medium', 'full'] as const;

/** Where a photo's bytes are found. */
export const photoAddress = (id: string, size: (typeof photoSizes)[number]): string =>
  `/api/files/${id}?size=${size}`;

/** Of one request. */
export const maxPhotos = 10;
/** Characters. */
export const maxNotes = 4_000;
export const maxMedicalHistory = 2_000;
export const maxAllergies = 1_000;

/** Open pages of a patient hear by this word that a clinic opened a photo. */
export const photosViewed = 'consultation.photos-viewed';
/** Open pages of patient and clinic hear by this word that the clinic's photo access was taken or given back. */
export const photoAccessChanged = 'consultation.photo-sight-changed';

type StatedInfo = Readonly<
  Record<'ageBand' | 'gender' | 'medicalHistory' | 'allergies', string | null>
>;

/** Whether a patient said anything of themselves at all. */
export const hasPatientInfo = (info: StatedInfo): boolean =>
  Boolean(info.ageBand ?? info.gender ?? (info.medicalHistory || info.allergies || null));

/** The seven steps of the wizard, in order; the confirmation after them has neither number nor route. */
export const steps = [
  { number: 1, state: 'category', path: '/consultation' },
  { number: 2, state: 'treatment', path: '/consultation/treatment' },
  { number: 3, state: 'area', path: '/consultation/area' },
  { number: 4, state: 'photos', path: '/consultation/photos' },
  { number: 5, state: 'locations', path: '/consultation/locations' },
  { number: 6, state: 'budget', path: '/consultation/budget' },
  { number: 7, state: 'summary', path: '/consultation/summary' },
] as const;

export type Step = (typeof steps)[number]['number'];
export type StepState = (typeof steps)[number]['state'];

/** Steps that the progress bar counts; it is hidden on the summary and the confirmation. */
export const countedSteps = 6;
/** Time between a choice and the next step, in milliseconds; the view's business. */
export const autoAdvanceMs = 300;

/**
 * Where a step is found. Step 1 shares its route with the return to the step that was left, so links
 * within the wizard name it.
 */
export const stepPath = (step: Step): string =>
  step === 1 ? `${steps[0].path}?step=1` : steps[step - 1]!.path;

/** A step that is opened from the summary to change one thing; it leads back there. */
export const changePath = (step: Step): string => {
  const path = stepPath(step);
  return `${path}${path.includes('?') ? '&' : '?'}${changeParam}=1`;
};

/** Present in the address of such a step. */
export const changeParam = 'change';

export const stepOfState = (state: string): Step =>
  steps.find((step) => step.state === state)?.number ?? 7;

/** The step of a route of the wizard; null for any other path. */
export const stepOfPath = (path: string): Step | null =>
  steps.find((step) => step.path === path.replace(/\/+$/, ''))?.number ?? null;
