import { randomInt } from 'node:crypto';

/** A valid mobile number of the United States that no other test of this run uses. */
export const newPhone = (): string => `+1212555${String(randomInt(0, 10_000)).padStart(4, '0')}`;
