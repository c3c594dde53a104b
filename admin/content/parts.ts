import type { StoredContent } from '#contracts/content';
import { defaultLocale, perLocale } from '#platform/base/locale';
import { hasText, type Text } from '../text';

type PartKey = keyof StoredContent;

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
  /** Once per language. */
  readonly words?: true;
  /** A moment, typed in UTC. */
  readonly moment?: true;
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
const sources = ['configured', 'computed'];
const levels = ['info', 'ok', 'warn', 'danger'];
const unconfirmed = { confirmed: false };
const noWords = perLocale(() => '');

/** The forms of the parts; what a value must look like, the module's schema says in the end. */
export const parts: Readonly<Record<PartKey, Part>> = {
  announcements: {
    fields: [
      { name: 'text', max: 300, long: true, words: true },
      { name: 'level', max: 20, choices: levels },
      { name: 'from', max: 40, optional: true, moment: true },
      { name: 'until', max: 40, optional: true, moment: true },
    ],
    most: 3,
    blank: { text: noWords, level: 'info', from: null, until: null },
  },
  figures: {
    fields: [
      { name: 'key', max: 20, choices: figures },
      { name: 'source', max: 20, choices: sources },
      { name: 'value', max: 12 },
    ],
    most: 4,
    blank: { key: 'patients', source: 'configured', value: '', ...unconfirmed },
  },
  popularTreatments: {
    fields: [
      { name: 'name', max: 60, words: true },
      { name: 'picture', max: 20, choices: pictures },
      { name: 'count', max: 12 },
    ],
    most: 12,
    blank: { name: noWords, picture: 'dental', count: '', ...unconfirmed },
  },
  testimonials: {
    fields: [
      { name: 'quote', max: 400, long: true, words: true },
      { name: 'attribution', max: 80 },
    ],
    most: 6,
    blank: { quote: noWords, attribution: '', ...unconfirmed },
  },
  badges: {
    fields: [{ name: 'label', max: 40, words: true }],
    most: 6,
    blank: { label: noWords, ...unconfirmed },
  },
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

/** What a part of the site is called; its key where this build has no words for it. */
export function partTitle(t: Text, id: string): string {
  const key = `console.content.part_of.${id}`;
  return hasText(key) ? t(key) : id;
}

/** One entry as it is typed. */
export type Entry = Readonly<Record<string, unknown>>;

/** A part's value as entries: a part that is a single one has one. */
export const entriesOf = ({ most }: Part, value: unknown): Entry[] =>
  most === null ? [value as Entry] : (value as Entry[]);

/** The value that the API takes. */
export const valueOf = ({ most }: Part, entries: readonly Entry[]): unknown =>
  most === null ? entries[0] : entries;

/** What a field shows of what it holds. */
export const shownIn = ({ moment }: PartField, held: unknown): string =>
  moment && typeof held === 'string' ? held.slice(0, 16) : String(held ?? '');

/** What a field holds after typing: nothing typed into an optional one is nothing. */
export function typedInto({ optional, moment }: PartField, typed: string): string | null {
  if (optional && typed.trim() === '') return null;
  return moment ? `${typed}:00.000Z` : typed;
}

/** The entries with one of them exchanged. */
export const exchanged = (entries: readonly Entry[], at: number, next: Entry): Entry[] =>
  entries.map((entry, place) => (place === at ? next : entry));

/** The entries with the one at `at` and its neighbour in the other order; the same where there is none. */
export function moved(entries: readonly Entry[], at: number, by: 1 | -1): Entry[] {
  const [entry, neighbour] = [entries[at], entries[at + by]];
  if (!entry || !neighbour) return [...entries];
  return exchanged(exchanged(entries, at, neighbour), at + by, entry);
}

/** Whether somebody has vouched for an entry; null where entries claim nothing. */
export const isConfirmed = ({ confirmed }: Entry): boolean | null =>
  typeof confirmed === 'boolean' ? confirmed : null;

/** An entry in one line, for lists. */
export const inOneLine = (t: Text, { fields }: Part, entry: Entry): string =>
  fields
    .map(({ name, choices, words }) => {
      const value = words ? (entry[name] as Record<string, string>)[defaultLocale] : entry[name];
      return choices?.includes(String(value))
        ? t(`console.content.choice.${String(value)}`)
        : value;
    })
    .filter((value) => typeof value === 'string' && value !== '')
    .join(' · ');
