import { randomInt } from 'node:crypto';

/** A valid mobile number of the United States that no other test of this run uses, nor anybody of the demo (555). */
export const newPhone = (): string => {
  const exchange = randomInt(200, 1_000);
  if (exchange === 555 || exchange % 100 === 11) return newPhone();
  return `+1212${exchange}${String(randomInt(0, 10_000)).padStart(4, '0')}`;
};
