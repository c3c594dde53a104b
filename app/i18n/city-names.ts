import { cities, labelKey } from '#contracts/consultation';
import type { Text } from './use-text';

const known: ReadonlySet<string> = new Set(cities);

/**
 * One city, or several with commas between them, in the reader's language: those of the catalogue have a name in each,
 * any other is as it was typed.
 */
export const cityNames = (t: Text, text: string): string =>
  text
    .split(', ')
    .map((city) => (known.has(city) ? t(labelKey('city', city)) : city))
    .join(', ');
