import { randomInt } from 'node:crypto';
import { readPhone } from '#contracts/identity';

/** How mobile numbers begin, and how many digits follow: home markets and, last, two that are not. */
const beginnings: ReadonlyArray<readonly [string, number]> = [
  ['+1415', 0],
  ['+44740', 7],
  ['+49151', 8],
  ['+3361', 7],
  ['+90532', 7],
  ['+3161', 7],
  ['+3461', 7],
  ['+4670', 7],
  ['+4179', 7],
  ['+614', 8],
  ['+97150', 7],
  ['+97250', 7],
];

/** Numbers of telephones in the countries that codes are sent to, in turns; no two alike. */
export function manyPhones(count: number): string[] {
  const phones = new Set<string>();
  for (let n = 0; phones.size < count; n += 1) {
    const [start, digits] = beginnings[n % beginnings.length]!;
    const rest =
      digits === 0 ? `${randomInt(200, 555)}${randomInt(1_000, 10_000)}` : digitsOf(digits);
    const phone = `${start}${rest}`;
    if (readPhone(phone).ok) phones.add(phone);
  }
  return [...phones];
}

const digitsOf = (count: number): string =>
  String(randomInt(10 ** (count - 1), 10 ** count)).padStart(count, '1');
