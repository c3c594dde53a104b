import { createHash, randomInt } from 'node:crypto';
import { isFull } from '../../kit/full';

/** `npm test` sees the same cases every time, so that what fails there fails again; `FUZZ=full` looks elsewhere each time. */
export const seed = Number(process.env.FUZZ_SEED ?? (isFull ? randomInt(2 ** 31) : 20_261_122));

/** Where the cases of one call and one role start, so that each sees others. */
export const seedOf = (...parts: readonly string[]): number =>
  createHash('sha256')
    .update([seed, ...parts].join('\n'))
    .digest()
    .readInt32BE();
