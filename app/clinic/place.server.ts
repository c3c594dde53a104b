import { labelKey } from '#contracts/consultation';
import { cityOf } from '#modules/exchange';
import { everyLocale } from '#platform/base/locale';
import { textIn, type Text } from '#app/i18n/server';
import { countriesByName } from './countries';

/** Where a clinic is, as it is stored: all of it in the clinic's words. */
export interface StoredPlace {
  /** Street and what else belongs to it; empty or null where the clinic gives none. */
  readonly address: string | null;
  readonly city: string | null;
  /** By its English name, or as the clinic wrote it. */
  readonly country: string | null;
}

const inSmall = (text: string): string => text.trim().toLocaleLowerCase('en');

/** Codes (ISO 3166-1 alpha-2) by the names of all our languages; made when the first name is looked for. */
let codes: ReadonlyMap<string, string> | undefined;
const codesByName = (): ReadonlyMap<string, string> =>
  (codes ??= new Map(
    [...countriesByName].flatMap(([name, code]) => [
      ...everyLocale.map((one) => [inSmall(textIn(one)(`country.${code}`)), code] as const),
      [inSmall(name), code] as const,
    ]),
  ));

/** The code of a country (ISO 3166-1 alpha-2) by its name in any of our languages; null for what is none. */
export const countryCodeOf = (name: string): string | null =>
  codesByName().get(inSmall(name)) ?? null;

/** Where the city stands before the street, and where it does so in the country's own letters only (CLDR, libaddressinput). */
const cityFirst = ['HU', 'IR', 'KZ'];
const cityFirstInOwnLetters = ['CN', 'HK', 'JP', 'KP', 'KR', 'MO', 'TW'];
const ownLetters = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u;

const beginsWithCity = (code: string | null, street: string): boolean =>
  code !== null &&
  (cityFirst.includes(code) || (cityFirstInOwnLetters.includes(code) && ownLetters.test(street)));

const inPlain = (text: string): string => text.toLocaleLowerCase('tr').replaceAll('ı', 'i');

/** Whether a street ends with one of these names, as `Şişli/İstanbul` does. */
const endsWith = (street: string, names: readonly string[]): boolean =>
  names.some((name) => {
    const [whole, end] = [inPlain(street), inPlain(name)];
    return whole.endsWith(end) && /^$|[\s,/،-]$/u.test(whole.slice(0, whole.length - end.length));
  });

/** A place in the words of a reader and in the order of its own country. The country is last: its readers are abroad. */
export interface ShownPlace {
  /** As on an envelope. */
  readonly lines: readonly string[];
  /** In one line, with the comma of the reader's language. */
  readonly line: string;
}

/** What is typed stays: only city and country are given their names in the reader's language, and a city that the street ends with is left out. */
export function shownPlace(text: Text, { address, city, country }: StoredPlace): ShownPlace {
  const street = address?.trim() ?? '';
  const known = cityOf(city ?? '');
  const code = country === null ? null : countryCodeOf(country);
  const town = known ? text(labelKey('city', known)) : (city?.trim() ?? '');
  const land = code ? text(`country.${code}`) : (country?.trim() ?? '');
  const named = street !== '' && town !== '' && endsWith(street, [town, city ?? '']);
  const local = beginsWithCity(code, street) ? [town, street] : [street, named ? '' : town];
  const lines = [...local, land].filter((part) => part !== '');
  const line = lines.reduceRight(
    (rest, part) => (rest ? text('clinics.address', { address: part, place: rest }) : part),
    '',
  );
  return { lines, line };
}

/** What a map is asked for: the words of the clinic, which it knows better than those of its readers. */
export const searchedPlace = ({ address, city, country }: StoredPlace): string =>
  [address, city, country].filter(Boolean).join(', ');
