import type { BodyArea, Category, SubTreatment } from './catalogue';

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
