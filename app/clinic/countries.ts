import names from 'react-phone-number-input/locale/en';
import type { Locale } from '#platform/base/locale';
import type { Text } from '#app/i18n/use-text';

/** Uninhabited, or no country of its own: nobody's clinic stands there. */
const left = ['AC', 'AQ', 'TA', 'ZZ'];

/** Codes (ISO 3166-1 alpha-2) by the English names under which countries are stored. */
export const countriesByName: ReadonlyMap<string, string> = new Map(
  Object.entries(names)
    .filter(([code]) => /^[A-Z]{2}$/.test(code) && !left.includes(code))
    .map(([code, name]) => [name, code]),
);

/** A country as people read it. Kept is its English name; one that was stored in other words stays as it is. */
export function countryIn(t: Text, kept: string): string {
  const code = countriesByName.get(kept);
  return code ? t(`country.${code}`) : kept;
}

/** Countries to choose from, in the order of the reader's alphabet; with `kept`, also one that was stored in other words. */
export function countryOptions(
  { t, locale }: { t: Text; locale: Locale },
  kept: string | undefined,
): Array<{ value: string; label: string }> {
  const options = [...countriesByName.keys()]
    .map((value) => ({ value, label: countryIn(t, value) }))
    .sort((a, b) => a.label.localeCompare(b.label, locale));
  return kept && !countriesByName.has(kept) ? [{ value: kept, label: kept }, ...options] : options;
}

/** Countries to choose from by their codes (ISO 3166-1 alpha-2), in the order of the reader's alphabet. */
export const countryCodes = ({
  t,
  locale,
}: {
  t: Text;
  locale: Locale;
}): Array<{ value: string; label: string }> =>
  [...countriesByName.values()]
    .map((value) => ({ value, label: t(`country.${value}`) }))
    .sort((a, b) => a.label.localeCompare(b.label, locale));
