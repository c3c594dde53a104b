import type { CountryCode } from 'libphonenumber-js/max';
import { normalized } from '#platform/text/text';

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
