import {
  maskingWords,
  type MaskingList,
  type MaskingNumberList,
  type NumberWordLists,
} from '#languages/masking.ts';

/** Letters of a plain text, to be put into a class: Latin ones, and Arabic ones without their marks. */
export const letter = String.raw`a-z\u0621-\u063a\u0641-\u064a`;

/** Between words and their alternatives a comma stands; one in brackets parts alternatives. */
function parted(line: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let part = '';
  for (const sign of line) {
    if (sign === '(') depth += 1;
    if (sign === ')') depth -= 1;
    if (sign === ',' && depth === 0) {
      parts.push(part.trim());
      part = '';
    } else part += sign;
  }
  return [...parts, part.trim()].filter(Boolean);
}

/** The entries of some lists in all languages, as they are written there. */
const entriesOf = (lists: readonly MaskingList[]): string[] => [
  ...new Set(
    lists.flatMap((list) => maskingWords.flatMap((words) => (words[list] ?? []).flatMap(parted))),
  ),
];

/** An entry as the source of an expression: no entry repeats anything without a bound. */
const sourceOf = (entry: string): string =>
  entry
    .replace(/[.+^$|[\]{}\\]/g, String.raw`\$&`)
    .replaceAll('(', '(?:')
    .replaceAll(/,\s/g, '|')
    .replaceAll('… ', `(?:[${letter}]+ ){1,3}`)
    .replaceAll(' ', String.raw`\s`);

const longestFirst = (sources: readonly string[]): string[] =>
  sources.toSorted((a, b) => b.length - a.length);

/** What fits nothing stands for lists that are empty. */
const alternatives = (sources: readonly string[]): string =>
  sources.length > 0 ? `(?:${longestFirst(sources).join('|')})` : '(?!)';

/** The words of some lists, which hold no patterns. */
export const wordSet = (...lists: readonly MaskingList[]): ReadonlySet<string> =>
  new Set(entriesOf(lists));

/** The source of an expression that fits each entry of some lists; a longer one is tried before a shorter. */
export const anyOf = (...lists: readonly MaskingList[]): string =>
  alternatives(entriesOf(lists).map(sourceOf));

/** The same for whole words; where an entry has a star, letters may go on. */
export const wholeWordOf = (...lists: readonly MaskingList[]): string =>
  alternatives(
    entriesOf(lists).map((entry) => {
      const begins = entry.startsWith('*') ? '' : `(?<![${letter}])`;
      const ends = entry.endsWith('*') ? '' : `(?![${letter}])`;
      return `${begins}${sourceOf(entry.replaceAll('*', ''))}${ends}`;
    }),
  );

/** The same at the end of a text, with at most a sign behind. */
export const atEndOf = (list: MaskingList): string =>
  String.raw`(?<![${letter}])${anyOf(list)}\s{0,3}[.!]?\s{0,3}$`;

/** The words that say numbers, each with what it says. */
export const numberWords = (list: MaskingNumberList): (readonly [word: string, digits: string])[] =>
  maskingWords.flatMap((words) =>
    Object.entries((words[list] ?? {}) as NumberWordLists).flatMap(([digits, line]) =>
      parted(line).map((word) => [word, digits] as const),
    ),
  );

/** The first word of each language's list. */
export const usualWords = (list: MaskingList): string[] =>
  maskingWords.flatMap((words) => parted(words[list]?.[0] ?? '').slice(0, 1));

/** The usual word of each digit in each language. */
export const usualDigits: readonly string[] = maskingWords.flatMap((words) =>
  Object.values(words.ones ?? {}).flatMap((line) => parted(line).slice(0, 1)),
);
