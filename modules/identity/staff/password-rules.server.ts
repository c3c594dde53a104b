import { maxPasswordLength, minPasswordLength } from './password-length';

/** Words that everybody here would try first. */
const ours = ['clinic', 'clinics', 'marketplace', 'reviewer', 'admin', 'staff'];

type Checker = (password: string, about: string[]) => number;
let checker: Promise<Checker> | undefined;

/** The lists are some megabytes: they are read when the first password is set, not when a process starts. */
function guesser(): Promise<Checker> {
  checker ??= Promise.all([import('@zxcvbn-ts/core'), import('@zxcvbn-ts/language-common')]).then(
    ([{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }]) => {
      const factory = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
      return (password, about) => factory.check(password, about).score;
    },
  );
  return checker;
}

/** An address and a name, whole and in their parts. */
const partsOf = (texts: readonly string[]): string[] =>
  texts.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)]).filter((p) => p.length > 2);

/** Letters, digits and signs that must be there besides one's own name and address. */
const leastLeft = 8;

/** How much of a password is not made of these words. */
function leftOf(password: string, words: readonly string[]): number {
  const longestFirst = words.map((word) => word.toLowerCase()).sort((a, b) => b.length - a.length);
  return longestFirst.reduce((rest, word) => rest.replaceAll(word, ''), password.toLowerCase())
    .length;
}

/**
 * What is wrong with a new password, as a message key: length, or that lists of breached and common passwords,
 * keyboards and the person's own data make it easy to guess. Any character is welcome and none is demanded.
 */
export async function passwordFault(
  password: string,
  about: readonly string[],
): Promise<string | null> {
  const length = [...password].length;
  if (length < minPasswordLength) return 'staff.error.password_short';
  if (length > maxPasswordLength) return 'staff.error.password_long';
  if (leftOf(password, partsOf(about)) < leastLeft) return 'staff.error.password_common';
  const score = (await guesser())(password.slice(0, 100), [...partsOf(about), ...ours]);
  return score < 3 ? 'staff.error.password_common' : null;
}
