import {
  type BodyArea,
  bodyAreasOf,
  categories,
  categoriesOf,
  type Category,
  cities,
  type City,
  labelKey,
  type RequestDetails,
  type Specialty,
  type SubTreatment,
  subTreatmentsOf,
} from '#contracts/consultation';
import { spokenIn } from '#languages/words.server.ts';
import { everyLocale } from '#platform/base/locale';
import { normalized } from '#platform/text/text';
import { eachNarrowing, type Narrowing, type NarrowingName, narrowings, topicsAt } from './values';

/** What decides which requests a clinic sees. */
export interface MatchingProfile {
  readonly specialties: readonly Specialty[];
  /** As the clinic wrote it. */
  readonly city: string;
}

/** Letters as people compare them: in either case, without their marks. */
const plain = (text: string): string =>
  normalized(text.toLowerCase(), 'NFD').replace(/\p{M}/gu, '').replace(/ı/g, 'i').trim();

/** What a city of the catalogue is called in all languages, in plain letters. */
const namesOf = new Map<City, ReadonlySet<string>>(
  cities.map((city) => [
    city,
    new Set([city, ...everyLocale.map((one) => spokenIn(one)(labelKey('city', city)))].map(plain)),
  ]),
);

/** The city of the catalogue that a clinic means, by its name in any of our languages; null when it is another one. */
export const cityOf = (text: string): City | null =>
  cities.find((city) => namesOf.get(city)!.has(plain(text))) ?? null;

/** What of a request decides which clinics see it. */
interface Placed {
  readonly treatment: Category;
  readonly locations: readonly City[];
  readonly widened: boolean;
}

/** Whether a clinic sees a request, asked of the request itself: the rule that the shelves of the list follow. */
export function matches({ specialties, city }: MatchingProfile, request: Placed): boolean {
  const own = cityOf(city);
  const near =
    request.widened ||
    request.locations.length === 0 ||
    (own !== null && request.locations.includes(own));
  return near && categoriesOf(specialties).includes(request.treatment);
}

/** Whether a clinic that is asked with a request sees it: wherever it is, as long as it does such treatments. */
export const matchesAsked = (profile: MatchingProfile, request: Placed): boolean =>
  matches(profile, { ...request, widened: true });

/** What a clinic must know of itself to understand which requests it sees. */
export interface Reach {
  /** Some category of requests belongs to one of its specialties. */
  readonly specialtiesMatch: boolean;
  /** Patients can ask for its city. */
  readonly cityOffered: boolean;
}

export const reachOf = ({ specialties, city }: MatchingProfile): Reach => ({
  specialtiesMatch: categoriesOf(specialties).length > 0,
  cityOffered: cityOf(city) !== null,
});

/** What the open pages of an approved clinic listen to. */
export const topicsOfClinic = ({ specialties, city }: MatchingProfile): string[] =>
  topicsAt(categoriesOf(specialties), cityOf(city));

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
  details: RequestDetails & {
    /** Abbreviated; null for somebody who is gone. */
    readonly patient: string | null;
  },
): string[] => [
  ...new Set([
    everyListing,
    subTreatmentTerm(details.subTreatment),
    bodyAreaTerm(details.bodyArea),
    ...nameTerms(details.patient ?? ''),
  ]),
];

/** What words ask for; a listing that fits any of these is found. */
interface Search {
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

/**
 * A shelf is what decides who sees a listing and in which place it was asked for: its treatment, the cities it names,
 * and whether clinics of every city see it. A listing stands on one shelf; a clinic looks at a few, each from its newest
 * end. Rows hold these numbers: none is renumbered or used again, and whoever adds one takes the next.
 */
const treatmentCodes: Record<Category, number> = {
  dental: 1,
  hair: 2,
  cosmetic: 3,
  dermatology: 4,
};
const cityBits: Record<City, number> = { Istanbul: 1, Ankara: 2, Antalya: 4 };
const openToAll = 128;
const perTreatment = 256;

// What is no longer on offer has no code: nobody looks where it stands.
const codeIn = <K extends string>(codes: Record<K, number>, value: K): number =>
  (codes as Partial<Record<K, number>>)[value] ?? 0;

const maskOf = (named: readonly City[]): number =>
  named.reduce((mask, city) => mask | codeIn(cityBits, city), 0);

/** Where a listing stands: its shelf, and what it may be narrowed by. */
type Standing = Readonly<Record<'shelf' | NarrowingName, number>>;

const codeSaid = (name: NarrowingName, details: RequestDetails): number => {
  const { codes, said }: Narrowing = narrowings[name];
  return codeIn(codes, said(details) ?? '');
};

export const standingOf = (details: RequestDetails & { readonly widened: boolean }): Standing => ({
  shelf:
    codeIn(treatmentCodes, details.treatment) * perTreatment +
    (details.widened || details.locations.length === 0 ? openToAll : 0) +
    maskOf(details.locations),
  ...eachNarrowing((name) => codeSaid(name, details)),
});

/** What rows hold that a value finds; without one, all that they may hold. */
export function codesFor(name: NarrowingName, value: string | undefined): number[] {
  const { codes, finds }: Narrowing = narrowings[name];
  if (value === undefined) return [0, ...Object.values(codes)];
  return (finds?.[value] ?? [value]).map((one) => codeIn(codes, one));
}

const masks = Array.from({ length: 2 ** cities.length }, (_, subset) =>
  maskOf(cities.filter((_city, bit) => (subset & (1 << bit)) !== 0)),
);

/**
 * The shelves of these treatments that a clinic in `city` sees (null: none that patients can name). `within` narrows them
 * to requests for that city: those that name it, and those that name none. `said` narrows them to requests that name it.
 */
export function bucketsOf(
  treatments: readonly Category[],
  { city, within, said }: { city: City | null; within?: City; said?: City },
): number[] {
  const isFor = (mask: number): boolean =>
    (within === undefined || mask === 0 || (mask & cityBits[within]) !== 0) &&
    (said === undefined || (mask & cityBits[said]) !== 0);
  const own = city === null ? 0 : cityBits[city];
  const places = masks
    .filter(isFor)
    .flatMap((mask) => [openToAll + mask, ...((mask & own) === 0 ? [] : [mask])]);
  return treatments.flatMap((treatment) =>
    places.map((place) => treatmentCodes[treatment] * perTreatment + place),
  );
}
