import {
  bodyAreasOf,
  categories,
  cities,
  subTreatmentsOf,
  type BodyArea,
  type Category,
  type City,
  type RequestFacts,
  type SubTreatment,
} from '#contracts/consultation';
import { plain } from './matching';

/**
 * What a listing is found by is stored with it as terms, so that a search reads the newest of a few ordered rows and
 * never looks through all. Words of the catalogue become terms here, without asking the database.
 */
export const everyListing = '';
const subTreatmentTerm = (value: SubTreatment): string => `s:${value}`;
const bodyAreaTerm = (value: BodyArea): string => `a:${value}`;

/** So many letters of a name decide; the rest of a longer one is not looked at. */
const longest = 40;
const nameTerm = (beginning: string): string => `n:${beginning.slice(0, longest).trim()}`;

/** Words in lower case without marks, one space between them. */
const wordsOf = (text: string): string =>
  plain(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Every beginning of a name from each of its words on: 'sarah m' by 's', 'sarah', 'sarah m' and 'm'. */
function nameTerms(name: string): string[] {
  const words = wordsOf(name).split(' ').filter(Boolean);
  const tails = words.map((_, n) => words.slice(n).join(' ').slice(0, longest));
  return tails.flatMap((tail) =>
    [...tail].map((_, n) => nameTerm([...tail].slice(0, n + 1).join(''))),
  );
}

/** All that a listing is found by, each once. */
export const termsOf = (
  facts: RequestFacts & {
    /** Abbreviated; null for somebody who is gone. */
    readonly patient: string | null;
  },
): string[] => [
  ...new Set([
    everyListing,
    subTreatmentTerm(facts.subTreatment),
    bodyAreaTerm(facts.bodyArea),
    ...nameTerms(facts.patient ?? ''),
  ]),
];

/** What words ask for; a listing that fits any of these is found. */
export interface Search {
  /** Everything of a category. */
  readonly treatments: readonly Category[];
  readonly cities: readonly City[];
  /** Terms that listings of one category have. */
  readonly within: ReadonlyArray<{ readonly treatment: Category; readonly term: string }>;
  /** A term that listings of any category may have. */
  readonly name: string;
}

/** Null for words that hold no letter and no digit, which nothing has. */
export function searchFor(text: string): Search | null {
  const asked = wordsOf(text);
  if (!asked) return null;
  const holds = (label: string) => wordsOf(label).includes(asked);
  const treatments = categories.filter(holds);
  const within = categories.flatMap((treatment) => [
    ...subTreatmentsOf[treatment]
      .filter(holds)
      .map((value) => ({ treatment, term: subTreatmentTerm(value) })),
    ...bodyAreasOf[treatment]
      .filter(holds)
      .map((value) => ({ treatment, term: bodyAreaTerm(value) })),
  ]);
  return { treatments, cities: citiesIn(text), within, name: nameTerm(asked) };
}

/** Of a list with commas, as a card shows it, those cities that one of its entries is part of. */
const citiesIn = (text: string): City[] => {
  const asked = text.split(',').map(wordsOf).filter(Boolean);
  return cities.filter((city) => asked.some((part) => wordsOf(city).includes(part)));
};
