import type { Text } from '../text';
import type { Part, PartField } from './parts';

/** One entry as it is typed. */
export type Entry = Readonly<Record<string, unknown>>;

/** A part's value as entries: a part that is a single one has one. */
export const entriesOf = ({ most }: Part, value: unknown): Entry[] =>
  most === null ? [value as Entry] : (value as Entry[]);

/** The value that the API takes. */
export const valueOf = ({ most }: Part, entries: readonly Entry[]): unknown =>
  most === null ? entries[0] : entries;

/** What a field holds after typing: nothing typed into an optional one is nothing. */
export const typedInto = ({ optional }: PartField, typed: string): string | null =>
  optional && typed.trim() === '' ? null : typed;

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
    .map(({ name, choices }) => {
      const value = entry[name];
      return choices?.includes(String(value))
        ? t(`console.content.choice.${String(value)}`)
        : value;
    })
    .filter((value) => typeof value === 'string' && value !== '')
    .join(' · ');
