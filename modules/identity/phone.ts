import {
  parsePhoneNumberWithError,
  type CountryCode,
  type PhoneNumber,
} from 'libphonenumber-js/max';

/** Numbers typed without a country are read as numbers of this one (spec, section 9). */
export const defaultCountry: CountryCode = 'US';

/** Longest input that is looked at, in characters; national numbers have 2 to 17 digits (spec, section 9). */
export const phoneInputLimit = 250;

/** A number in its one canonical spelling and what the rules ask about it. */
export interface Phone {
  /** E.164: the only spelling that is stored, compared or sent to. */
  readonly number: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: CountryCode;
  /** Country calling code, digits only. */
  readonly dialCode: string;
}

export type PhoneReading =
  | { readonly ok: true; readonly phone: Phone }
  | { readonly ok: false; readonly code: 'invalid_phone' | 'unsupported_number' };

const kinds = new Set<unknown>(['MOBILE', 'FIXED_LINE_OR_MOBILE']);
const refused = (code: 'invalid_phone' | 'unsupported_number'): PhoneReading => ({
  ok: false,
  code,
});

/** The spellings that the library does not know: URL-escaped plus, `tel:`, and 00 as in most of the world. */
const plain = (input: string): string =>
  input
    .normalize('NFKC')
    .trim()
    .replace(/^tel:/i, '')
    .replace(/^%2B/i, '+')
    .replace(/^00\s*(?=[1-9])/, '+');

/**
 * Reads one number in any usual spelling. `unsupported_number`: a kind that receives no SMS or costs the
 * sender (premium, shared cost, toll free, satellite, fixed line). Which countries are sent to is a setting.
 */
export function readPhone(input: string): PhoneReading {
  if (input.length > phoneInputLimit) return refused('invalid_phone');
  let number: PhoneNumber;
  try {
    number = parsePhoneNumberWithError(plain(input), { defaultCountry, extract: false });
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

/** A number as people read it: `+1 212 555 0123`. */
export const showPhone = (e164: string): string =>
  parsePhoneNumberWithError(e164).formatInternational();

/** Whether two spellings mean the same number; unreadable input is never the same. */
export function isSamePhone(input: string, e164: string): boolean {
  const reading = readPhone(input);
  return reading.ok && reading.phone.number === e164;
}
