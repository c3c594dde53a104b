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

/** Whether two values say the same, whatever the order of their names. */
export const isSameValue = (a: unknown, b: unknown): boolean => ordered(a) === ordered(b);

const ordered = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => a.localeCompare(b)))
      : inner,
  );
