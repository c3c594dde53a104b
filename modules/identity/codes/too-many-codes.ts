import { AppError } from '#platform/base/errors';

const units = [
  ['hours', 3_600],
  ['minutes', 60],
  ['seconds', 1],
] as const;

/** A wait as people say it: the largest unit of which there are two, rounded up. */
export function waitWords(seconds: number): { unit: string; count: number } {
  const [unit, size] = units.find(([, one]) => seconds >= 2 * one) ?? units[2];
  return { unit, count: Math.max(1, Math.ceil(seconds / size)) };
}

/** The refusal of a code that says how long to wait. */
export const tooManyCodes = (retryAfterSeconds: number): AppError =>
  new AppError('too_many_codes', { retryAfterSeconds, values: waitWords(retryAfterSeconds) });
