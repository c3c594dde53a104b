import names from 'react-phone-number-input/locale/en';

/** Uninhabited, or no country of its own: nobody's clinic stands there. */
const left = ['AC', 'AQ', 'TA'];

const listed = Object.entries(names)
  .filter(([code]) => /^[A-Z]{2}$/.test(code) && !left.includes(code))
  .map(([, name]) => name)
  .sort((a, b) => a.localeCompare(b, 'en'));

/** English names of countries in the order of the alphabet; with `kept`, a name that was stored in other words. */
export const countryNames = (kept: string | undefined): readonly string[] =>
  kept && !listed.includes(kept) ? [kept, ...listed] : listed;
