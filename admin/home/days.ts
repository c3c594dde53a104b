/** Counts by day, oldest first. */
export type Days = ReadonlyArray<{ readonly day: string; readonly count: number }>;

export interface Series {
  readonly name: string;
  readonly days: Days;
}

export const totalOf = (days: Days): number => days.reduce((sum, { count }) => sum + count, 0);

/** One row per day with a value per series, by its place. */
export function rowsOf(series: readonly Series[]): Array<Record<string, string | number>> {
  const days = [...new Set(series.flatMap(({ days: own }) => own.map(({ day }) => day)))].sort();
  return days.map((day) => ({
    day,
    ...Object.fromEntries(
      series.map(({ days: own }, at) => [
        `s${at}`,
        own.find((each) => each.day === day)?.count ?? 0,
      ]),
    ),
  }));
}
