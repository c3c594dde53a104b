import type { Text } from '../text';

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
