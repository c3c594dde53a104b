import { cityOf, labelKey } from '#contracts/consultation';
import type { Formats } from './formats';
import type { Text } from './use-text';

/** A city in the reader's language: those of the catalogue have a name in each, any other is as it was typed. */
export function cityNames(t: Text, text: string): string {
  const known = cityOf(text);
  return known ? t(labelKey('city', known)) : text;
}

/** Cities of the catalogue with commas between them, as the reader's language divides them. */
export const cityList = (t: Text, { list }: Formats, cities: string): string =>
  list(cities.split(', ').map((city) => cityNames(t, city)));
