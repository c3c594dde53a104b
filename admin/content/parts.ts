import type { SiteContent } from '#contracts/content';

type PartKey = keyof SiteContent;

/** One field of an entry, or of a part that is a single one. */
export interface PartField {
  readonly name: string;
  readonly max: number;
  /** A selection in place of a text field. */
  readonly choices?: readonly string[];
  /** Several lines. */
  readonly long?: true;
  /** Empty is kept as nothing. */
  readonly optional?: true;
}

export interface Part {
  readonly fields: readonly PartField[];
  /** How many entries there may be; null for a part that is one entry. */
  readonly most: number | null;
  /** What a new entry starts with; null where entries are fixed. */
  readonly blank: Readonly<Record<string, unknown>> | null;
}

const pictures = ['dental', 'hair', 'cosmetic', 'dermatology', 'eye', 'joint'];
const figures = ['patients', 'clinics', 'countries', 'success'];
const unconfirmed = { confirmed: false };

/** The forms of the parts; what a value must look like, the module's schema says in the end. */
export const parts: Readonly<Record<PartKey, Part>> = {
  figures: {
    fields: [
      { name: 'key', max: 20, choices: figures },
      { name: 'value', max: 12 },
    ],
    most: 4,
    blank: { key: 'patients', value: '', ...unconfirmed },
  },
  popularTreatments: {
    fields: [
      { name: 'name', max: 60 },
      { name: 'picture', max: 20, choices: pictures },
      { name: 'count', max: 12 },
    ],
    most: 12,
    blank: { name: '', picture: 'dental', count: '', ...unconfirmed },
  },
  testimonials: {
    fields: [
      { name: 'quote', max: 400, long: true },
      { name: 'attribution', max: 80 },
    ],
    most: 6,
    blank: { quote: '', attribution: '', ...unconfirmed },
  },
  badges: { fields: [{ name: 'label', max: 40 }], most: 6, blank: { label: '', ...unconfirmed } },
  contact: {
    fields: [
      { name: 'email', max: 254, optional: true },
      { name: 'phone', max: 40, optional: true },
      { name: 'address', max: 200, long: true, optional: true },
    ],
    most: null,
    blank: null,
  },
};

/** The form of a part; undefined for one that is newer than this build. */
export const partOf = (id: string): Part | undefined =>
  Object.hasOwn(parts, id) ? parts[id as PartKey] : undefined;
