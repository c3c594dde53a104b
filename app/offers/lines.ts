import type { Text } from '#app/i18n/use-text';

/** Lines of an offer one after the other, divided as the language divides what has commas in it. */
export const inOneLine = (t: Text, lines: readonly string[]): string =>
  lines.reduce((before, line) => t('offers.compare.lines', { before, line }));
