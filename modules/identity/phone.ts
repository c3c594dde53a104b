import {
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
  parsePhoneNumberWithError,
  type PhoneNumber,
} from 'libphonenumber-js/max';
import type { Locale } from '#platform/base/locale';
import { normalized } from '#platform/text/text';

/** A number in its one canonical spelling and what the rules ask about it. */
export interface Phone {
  /** E.164: the only spelling that is stored, compared or sent to. */
  readonly number: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: CountryCode;
  /** Country calling code, digits only. */
  readonly dialCode: string;
}

type PhoneReading =
  | { readonly ok: true; readonly phone: Phone }
  | { readonly ok: false; readonly code: 'invalid_phone' | 'unsupported_number' };

const kinds = new Set<unknown>(['MOBILE', 'FIXED_LINE_OR_MOBILE']);
const refused = (code: 'invalid_phone' | 'unsupported_number'): PhoneReading => ({
  ok: false,
  code,
});

/** A country as its list names it, or the default when there is no such country. */
export const countryOr = (code: string | undefined): CountryCode =>
  code !== undefined && isSupportedCountry(code) ? code : defaultCountry;

/**
 * Reads one number in any usual spelling: in international form whatever the country, else as it is written
 * in `country`. `unsupported_number`: a kind that receives no SMS or
 * costs the sender (premium, shared cost, toll free, satellite, fixed line). Which countries are sent to is a
 * setting.
 */
export function readPhone(input: string, country: CountryCode = defaultCountry): PhoneReading {
  if (input.length > phoneInputLimit) return refused('invalid_phone');
  let number: PhoneNumber;
  try {
    number = parsePhoneNumberWithError(plainSpelling(input, country), {
      defaultCountry: country,
      extract: false,
    });
  } catch {
    return refused('invalid_phone');
  }
  if (number.isNonGeographic()) return refused('unsupported_number');
  if (!number.isValid() || !number.country) return refused('invalid_phone');
  if (!kinds.has(number.getType())) return refused('unsupported_number');
  return {
    ok: true,
    phone: {
      number: number.number,
      country: number.country,
      dialCode: number.countryCallingCode,
    },
  };
}

/** A country that numbers may be of, with the name that a list shows. */
export interface PhoneCountry {
  readonly code: string;
  readonly name: string;
  /** Country calling code, digits only. */
  readonly dialCode: string;
}

/** Countries by name. Made on the server: browsers know other names. */
export function phoneCountries(codes: readonly string[], locale: Locale): PhoneCountry[] {
  const names = new Intl.DisplayNames(locale, { type: 'region' });
  return codes
    .filter((code) => isSupportedCountry(code))
    .map((code) => ({
      code,
      name: names.of(code) ?? code,
      dialCode: getCountryCallingCode(code),
    }))
    .sort((a, b) => a.name.localeCompare(b.name, locale));
}

/** Whether one of these countries (ISO 3166-1 alpha-2) has this calling code. */
export const isDialCodeOf = (dialCode: string, countries: readonly string[]): boolean =>
  countries.some(
    (country) => isSupportedCountry(country) && getCountryCallingCode(country) === dialCode,
  );

/** A number as people read it: `+1 212 555 0123`. */
export const showPhone = (e164: string): string =>
  parsePhoneNumberWithError(e164).formatInternational();

/**
 * A number that a person typed, as people abroad read and dial it; one without a calling code is of `country`. What is no
 * number of it, or has more than one in it, stays as it was typed.
 */
export function shownPhone(typed: string, country?: string): string {
  if (typed.length > phoneInputLimit) return typed;
  const home = countryOr(country);
  const number = parsePhoneNumberFromString(plainSpelling(typed, home), {
    ...(country === undefined ? {} : { defaultCountry: home }),
    extract: false,
  });
  return number?.isValid() ? number.formatInternational() : typed;
}

/** Whether two spellings mean the same number; unreadable input is never the same. */
export function isSamePhone(input: string, e164: string): boolean {
  const reading = readPhone(input);
  return reading.ok && reading.phone.number === e164;
}

/** Numbers typed without a country are read as numbers of this one (docs/product.md, People). */
export const defaultCountry: CountryCode = 'US';

/** Longest input that is looked at, in characters; national numbers have 2 to 17 digits (docs/product.md, People). */
export const phoneInputLimit = 250;

/**
 * The spellings that the library does not know: marks that nobody sees (address books put them around
 * numbers), a word in front, a URL-escaped plus, and 00 as in most of the world. Australia dials 0011, which
 * the library knows.
 */
export function plainSpelling(input: string, country: CountryCode): string {
  const text = normalized(input, 'NFKC')
    .replace(/\p{Cf}/gu, '')
    .trim()
    .replace(/^(?:tel|phone|mobile|cell)\b\s*[.:]*\s*/i, '')
    .replace(/^%2B/i, '+');
  if (country === 'AU' && /^00\s*11/.test(text)) return text;
  return text.replace(/^00\s*(?=[1-9])/, '+');
}
