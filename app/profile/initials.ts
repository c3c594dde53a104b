/** First letters of the two names, upper case; empty when there is no name. */
export const initialsOf = (firstName: string, lastName: string): string =>
  [firstName, lastName].map((name) => [...name.trim()][0]?.toUpperCase() ?? '').join('');
