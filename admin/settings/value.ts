import type { Text } from '../text';

type Fields = Readonly<Record<string, unknown>>;

/** What a value holds at a path. */
export const valueAt = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((inner, name) => (inner as Fields | undefined)?.[name], value);

/** The same value with something else at a path. */
export function withValueAt(value: unknown, path: readonly string[], next: unknown): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return next;
  const fields = (value ?? {}) as Fields;
  return { ...fields, [name]: withValueAt(fields[name], rest, next) };
}

/** What was typed over `base`, over `now`: a field that was left as it was takes what stands there now. */
export const rebase = (
  paths: ReadonlyArray<readonly string[]>,
  { base, typed, now }: { base: unknown; typed: unknown; now: unknown },
): unknown =>
  paths
    .filter((path) => !isSameValue(valueAt(typed, path), valueAt(base, path)))
    .reduce<unknown>((value, path) => withValueAt(value, path, valueAt(typed, path)), now);

/** Whether two values say the same, whatever the order of their names. */
export const isSameValue = (a: unknown, b: unknown): boolean => ordered(a) === ordered(b);

const ordered = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => a.localeCompare(b)))
      : inner,
  );

/** Units of a length of time, largest first, in milliseconds. */
export const units = [
  ['days', 86_400_000],
  ['hours', 3_600_000],
  ['minutes', 60_000],
  ['seconds', 1_000],
] as const;
export type Unit = (typeof units)[number][0];

export interface Length {
  readonly amount: number;
  readonly unit: Unit;
}

const msOf = (unit: Unit): number => units.find(([name]) => name === unit)![1];

/** A length in the largest unit that says it without a fraction: 90 minutes, 2 days, but 24 hours. */
export function lengthOf(ms: number): Length {
  const found = units.find(([name, size]) => ms % size === 0 && (name !== 'days' || ms > size));
  return found
    ? { amount: ms / found[1], unit: found[0] }
    : { amount: ms / 1_000, unit: 'seconds' };
}

export const toMs = ({ amount, unit }: Length): number => Math.round(amount * msOf(unit));

/** `24 hours`. */
export function lengthInWords(t: Text, ms: number): string {
  const { amount, unit } = lengthOf(ms);
  return t(`console.settings.length.${unit}`, { count: amount });
}

const names = new Intl.DisplayNames('en-US', { type: 'region', fallback: 'none' });
const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** Codes that stand for no country: unions, private use, unknown. */
const none = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ']);

/** A code that has been given up is another name of a country that is there already. */
const isOwnCode = (code: string): boolean =>
  new Intl.Locale(`und-${code}`).maximize().region === code;

interface Country {
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
