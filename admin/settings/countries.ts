const names = new Intl.DisplayNames('en-US', { type: 'region', fallback: 'none' });
const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** Codes that stand for no country: unions, private use, unknown. */
const none = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ']);

/** A code that has been given up is another name of a country that is there already. */
const isOwnCode = (code: string): boolean =>
  new Intl.Locale(`und-${code}`).maximize().region === code;

export interface Country {
  readonly code: string;
  readonly name: string;
}

/** Name of an ISO 3166-1 alpha-2 code; the code where it has none. */
export const countryName = (code: string): string => nameOf(code) ?? code;

function nameOf(code: string): string | undefined {
  try {
    return names.of(code);
  } catch {
    return undefined;
  }
}

/** All countries by name. */
export function allCountries(): Country[] {
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  return codes
    .filter((code) => !none.has(code) && isOwnCode(code))
    .flatMap((code) => {
      const name = nameOf(code);
      return name ? [{ code, name }] : [];
    })
    .sort((a, b) => a.name.localeCompare(b.name));
}
