import { cityOf, labelKey } from '#contracts/consultation';
import type { Text } from './use-text';

/**
 * One city, or several with commas between them, in the reader's language: those of the catalogue have a name in each,
 * any other is as it was typed.
 */
export const cityNames = (t: Text, text: string): string =>
  text
    .split(', ')
    .map((city) => {
      const known = cityOf(city);
      return known ? t(labelKey('city', known)) : city;
    })
    .join(', ');
