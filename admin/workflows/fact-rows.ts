/** Values as people can read them: inner ones by a dotted name, lists in one line. */
export function factRows(
  facts: Readonly<Record<string, unknown>>,
): Array<readonly [string, string]> {
  return Object.entries(facts).flatMap(([name, value]) => rowsOf(name, value));
}

function rowsOf(name: string, value: unknown): Array<readonly [string, string]> {
  if (Array.isArray(value)) return [[name, value.map(written).join(', ') || '–']];
  if (value !== null && typeof value === 'object')
    return Object.entries(value).flatMap(([key, inner]) => rowsOf(`${name}.${key}`, inner));
  return [[name, written(value)]];
}

const written = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return '–';
  return typeof value === 'string' ? value : JSON.stringify(value);
};
