import { AppError } from '#platform/base/errors';
import { hasMarkRun, marksRefused, normalized } from '#platform/text/text';

/** Deeper than any input of ours; a bound for everything that walks it later. */
const maxDepth = 100;

/** Postgres stores neither NUL nor half a surrogate pair. */
// eslint-disable-next-line no-control-regex
const unstorable = /\u0000|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
// eslint-disable-next-line no-control-regex
const control = /[\u0000-\u001f\u007f-\u009f]/;

/** Names are given back to whoever sent them, so long ones are cut. */
const longestName = 100;

/** A field's dotted path, as answers name it. */
export const fieldName = (path: readonly string[]): string => {
  const name = path.join('.') || '_';
  return name.length > longestName
    ? `${name.slice(0, longestName).replace(/[\ud800-\udbff]$/, '')}…`
    : name;
};

interface Place {
  readonly path: readonly string[];
  readonly refused: RegExp;
}

/**
 * JSON as it came, made safe for schemas: NFC, bounded depth, finite numbers, no `__proto__`. Throws
 * `malformed_json`, or `validation_failed` at the field whose text cannot be stored.
 */
export const cleanJson = (value: unknown): unknown =>
  clean(value, { path: [], refused: unstorable });

function clean(value: unknown, place: Place): unknown {
  if (typeof value === 'string') return cleanText(value, place);
  if (typeof value === 'number' && !Number.isFinite(value)) throw new AppError('malformed_json');
  if (typeof value !== 'object' || value === null) return value;
  if (place.path.length >= maxDepth) throw new AppError('malformed_json');
  const within = (key: string) => ({ ...place, path: [...place.path, key] });
  if (Array.isArray(value)) return value.map((item, index) => clean(item, within(String(index))));
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => {
      if (key === '__proto__' || unstorable.test(key)) throw new AppError('malformed_json');
      return [key, clean(member, within(key))];
    }),
  );
}

function cleanText(text: string, { path, refused }: Place): string {
  const unfit = (why: string) =>
    new AppError('validation_failed', { fields: { [fieldName(path)]: [why] } });
  if (refused.test(text)) throw unfit('error.unfit_text');
  if (hasMarkRun(text)) throw unfit(marksRefused);
  return normalized(text, 'NFC');
}

/** Path parameters: one line of text each. Throws `validation_failed`. */
export const cleanParams = (params: Record<string, string | undefined>): object =>
  clean(params, { path: [], refused: control }) as object;

/** A query: as {@link cleanParams}, and each name once, since readers differ over which of two counts. */
export function cleanQuery(query: URLSearchParams): object {
  const seen = new Set<string>();
  const twice = [...query.keys()].find((name) => seen.size === seen.add(name).size);
  if (twice !== undefined)
    throw new AppError('validation_failed', {
      fields: { [fieldName([twice])]: ['error.given_twice'] },
    });
  return cleanParams(Object.fromEntries(query));
}
