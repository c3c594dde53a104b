import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { defaultCountry, phoneInputLimit, plainSpelling } from '#contracts/identity';

/** A number as the field shows it. Its kind is the server's business. */
export interface WholeNumber {
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /** Country calling code, digits only. */
  readonly dialCode: string;
  /** What follows the calling code, digits only. */
  readonly national: string;
  /** As people read it: `+1 212 555 0123`. */
  readonly shown: string;
}

/** What stands in a phone field, once it is a number of the chosen country or of any in international form. */
export function readWholeNumber(text: string, chosen?: string): WholeNumber | null {
  if (text.length > phoneInputLimit) return null;
  const country = chosen && isSupportedCountry(chosen) ? chosen : defaultCountry;
  const number = parsePhoneNumberFromString(plainSpelling(text, country), {
    defaultCountry: country,
    extract: false,
  });
  if (!number?.country || !number.isPossible() || !number.isValid()) return null;
  return {
    country: number.country,
    dialCode: number.countryCallingCode,
    national: number.nationalNumber,
    // Without an extension: no code is sent to one.
    shown: number.formatInternational({ formatExtension: (shown) => shown }),
  };
}
