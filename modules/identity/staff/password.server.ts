import { hash, verify } from '@node-rs/argon2';
import type { Mode } from '#platform/config/env';
import { newToken } from '#platform/base/ids';
import { normalized } from '#platform/text/text';
import { passwordCost } from './settings';

/** The same letters typed on two keyboards are one password. */
const spelled = (password: string): string => normalized(password, 'NFKC');

/** argon2id (the library's default) in its own text form, salt and cost included. */
export const hashPassword = (mode: Mode, password: string): Promise<string> =>
  hash(spelled(password), passwordCost(mode));

const decoys = new Map<Mode, Promise<string>>();

/** A hash of the same cost that no password fits. */
function decoyOf(mode: Mode): Promise<string> {
  const known = decoys.get(mode);
  if (known) return known;
  const made = hashPassword(mode, newToken());
  decoys.set(mode, made);
  return made;
}

/** Takes the same work with and without a stored hash, so that time does not tell which accounts exist. */
export async function passwordFits(
  mode: Mode,
  stored: string | null,
  password: string,
): Promise<boolean> {
  const fits = await verify(stored ?? (await decoyOf(mode)), spelled(password));
  return stored !== null && fits;
}
