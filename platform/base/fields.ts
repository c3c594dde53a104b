/** These fields of something, under the names that they have there; the lists are one. */
export const pick = <T extends object, K extends keyof T & string>(
  from: T,
  ...names: ReadonlyArray<readonly K[]>
): Pick<T, K> => Object.fromEntries(names.flat().map((name) => [name, from[name]])) as Pick<T, K>;

type Instants<T, K extends keyof T> = { [N in K]: T[N] extends Date ? string : string | null };

/** These times of something in ISO 8601; null where there is none. */
export const instantsOf = <K extends string, T extends Readonly<Record<K, Date | null>>>(
  from: T,
  ...names: ReadonlyArray<readonly K[]>
): Instants<T, K> =>
  Object.fromEntries(
    names.flat().map((name) => [name, from[name]?.toISOString() ?? null]),
  ) as Instants<T, K>;
