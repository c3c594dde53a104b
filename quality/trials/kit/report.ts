/** Seconds since a moment of `performance.now()`, in words. */
export const seconds = (since: number): string =>
  `${((performance.now() - since) / 1_000).toFixed(1)} s`;

/** One line of a trial's table. */
export const row = (what: string, value: string | number): void =>
  console.log(`${what.padEnd(60)} ${String(value).padStart(16)}`);

/** A line that the trial's row of the catalogue promises: where it does not hold, the trial fails. */
export function claim(what: string, value: string | number, holds: boolean): void {
  row(what, value);
  if (holds) return;
  console.log(`    does not hold: ${what}`);
  process.exitCode = 1;
}

/** A whole number among a trial's words; throws what is no number. */
export function numberOf(word: string): number {
  const number = Number(word);
  if (!Number.isInteger(number) || number < 1) throw new Error(`${word} is no number of this`);
  return number;
}
