import { isValidPhoneNumber, type CountryCode } from 'libphonenumber-js/max';

/** Where patients and clinics are, and a number is dialled with a zero in front. */
const withZero: readonly CountryCode[] = [
  ...(['TR', 'GB', 'DE', 'FR', 'AT', 'CH', 'NL', 'BE', 'SE', 'IE'] as const),
  ...(['AE', 'SA', 'IL', 'AU', 'NZ', 'RO', 'BG', 'AZ'] as const),
];
/** Their plans take almost any digits: only these beginnings are counted. */
const openPlans: Partial<Record<CountryCode, RegExp>> = {
  DE: /^0(?:1[5-7]|30|40|69|89|2[01]1|221|711)/,
  AT: /^0(?:6|1)/,
};

/** Calling codes that are taken for one without a plus before them. */
const callingCodes = /^(?:90|1|44|49|33|31|971|966|994)/;

/** Mobile numbers of some countries without their zero; shorter ones say too little. */
const mobiles: ReadonlyArray<readonly [begins: RegExp, country: CountryCode]> = [
  [/^1[5-7]\d{8,9}$/, 'DE'],
  [/^7[1-9]\d{8}$/, 'GB'],
];

const isOfCountry = (digits: string, country: CountryCode): boolean =>
  (openPlans[country]?.test(digits) ?? true) && isValidPhoneNumber(digits, country);

/**
 * Whether digits are a telephone number of one of the countries in question, as it is dialled in that country or from
 * abroad. Ten digits at least.
 */
function isDialled(digits: string): boolean {
  const { length } = digits;
  if (length < 10 || length > 15) return false;
  if (digits.startsWith('00')) return isValidPhoneNumber(`+${digits.slice(2)}`);
  if (digits.startsWith('0'))
    return length < 14 && withZero.some((country) => isOfCountry(digits, country));
  if (length === 10 && /^[2-9]/.test(digits))
    if (isValidPhoneNumber(digits, 'TR') || isValidPhoneNumber(digits, 'US')) return true;
  if (
    mobiles.some(([begins, country]) => begins.test(digits) && isValidPhoneNumber(digits, country))
  )
    return true;
  return length > 10 && callingCodes.test(digits) && isValidPhoneNumber(`+${digits}`);
}

/** So many candidates of one look are tried; a text with more is no conversation, and its next ones count as numbers. */
const mostTries = 400;

/** Tries each row of digits once, and a bounded number of them. */
export function numberCheck(): (digits: string) => boolean {
  const known = new Map<string, boolean>();
  return (digits) => {
    if (digits.length < 10 || digits.length > 15) return false;
    const before = known.get(digits);
    if (before !== undefined) return before;
    if (known.size >= mostTries) return true;
    const is = isDialled(digits);
    known.set(digits, is);
    return is;
  };
}
