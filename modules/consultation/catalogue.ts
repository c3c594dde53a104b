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

/** In small letters by the rules of Turkish, which has two of I. */
const plainCity = (text: string): string =>
  text.trim().toLocaleLowerCase('tr').replaceAll('ı', 'i');

/** The city of the catalogue that a text names, in either case and with or without Turkish letters; null for any other. */
export const cityOf = (text: string): City | null =>
  cities.find((city) => plainCity(city) === plainCity(text)) ?? null;

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

/**
 * The views that doctors ask for, by what is treated. A slot is one view of one set: `hair-crown`. Stored with photos and sent
 * in the API, so a slot is never renamed; its words are those of the part after the set (`slotView`).
 */
export const slotSets = {
  teeth: ['teeth-front', 'teeth-left', 'teeth-right', 'teeth-upper', 'teeth-lower'],
  hair: ['hair-front', 'hair-top', 'hair-crown', 'hair-left', 'hair-right', 'hair-donor'],
  beard: ['beard-front', 'beard-left', 'beard-right'],
  nose: ['nose-front', 'nose-left', 'nose-right', 'nose-oblique', 'nose-below'],
  face: ['face-front', 'face-left', 'face-right'],
  breast: [
    'breast-front',
    'breast-left',
    'breast-right',
    'breast-oblique-left',
    'breast-oblique-right',
  ],
  body: ['body-front', 'body-back', 'body-left', 'body-right'],
  skin: ['skin-area', 'skin-close', 'skin-scale'],
} as const;
export type SlotSet = keyof typeof slotSets;
export type PhotoSlot = (typeof slotSets)[SlotSet][number];

export const photoSlots = [
  ...slotSets.teeth,
  ...slotSets.hair,
  ...slotSets.beard,
  ...slotSets.nose,
  ...slotSets.face,
  ...slotSets.breast,
  ...slotSets.body,
  ...slotSets.skin,
] as const satisfies readonly PhotoSlot[];

/** What is treated, as far as it was chosen. */
export interface Treated {
  readonly category: Category;
  readonly subTreatment: SubTreatment | null;
  readonly bodyArea: BodyArea | null;
}

const bySubTreatment: Partial<Record<SubTreatment, SlotSet>> = {
  'Beard Transplant': 'beard',
  'Eyebrow Transplant': 'face',
  'Rhinoplasty (Nose Job)': 'nose',
  'Breast Augmentation': 'breast',
  Facelift: 'face',
  'Botox & Fillers': 'face',
  'Blepharoplasty (Eyelid)': 'face',
  'Mole Removal': 'skin',
  'Skin Cancer Screening': 'skin',
};

const byArea: Partial<Record<BodyArea, SlotSet>> = {
  beard: 'beard',
  eyebrow: 'face',
  'face-front': 'face',
  'face-side': 'face',
  face: 'face',
};

const byCategory: Record<Category, SlotSet> = {
  dental: 'teeth',
  hair: 'hair',
  cosmetic: 'body',
  dermatology: 'skin',
};

/** The treatment decides, then the area, then the category: each request has a set. */
export const slotSetOf = ({ category, subTreatment, bodyArea }: Treated): SlotSet =>
  (subTreatment && bySubTreatment[subTreatment]) ??
  (bodyArea && byArea[bodyArea]) ??
  byCategory[category];

/** One view that is asked for, and the photo that shows it. */
export interface PhotoView {
  readonly slot: PhotoSlot;
  /** Id of the latest photo in this slot; null while there is none. */
  readonly photoId: string | null;
}

/** The views of what is treated, in their order, with the photos that are there (oldest first). */
export const viewsFor = (
  treated: Treated,
  photos: ReadonlyArray<{ readonly id: string; readonly slot: PhotoSlot | null }>,
): PhotoView[] =>
  slotSets[slotSetOf(treated)].map((slot) => ({
    slot,
    photoId: photos.findLast((photo) => photo.slot === slot)?.id ?? null,
  }));

/** Of the views that are asked for, how many a photo shows. */
export const shownViews = (views: readonly PhotoView[]): number =>
  views.filter(({ photoId }) => photoId !== null).length;

/** The part of a slot after its set: several sets share a view and its words. */
export const slotView = (slot: PhotoSlot): string => slot.slice(slot.indexOf('-') + 1);

const showingEyes: ReadonlySet<SlotSet> = new Set(['hair', 'beard', 'nose', 'face']);
const withoutEyes: ReadonlySet<PhotoSlot> = new Set(['hair-top', 'hair-crown', 'hair-donor']);

/** Whether a photo in this slot shows the eyes, so that its patient may want to cover them. */
export const showsEyes = (slot: PhotoSlot): boolean =>
  showingEyes.has(slot.slice(0, slot.indexOf('-')) as SlotSet) && !withoutEyes.has(slot);
