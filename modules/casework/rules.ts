import { days } from '#platform/base/duration';

/** How long notices of the desk are kept, and notes; those about a clinic go with its account. */
export const keptFor = { notices: days(90), notes: days(730) } as const;

/** A member of staff who can be named. */
export interface Member {
  readonly id: string;
  readonly name: string;
}

const isWord = (character: string | undefined): boolean =>
  character !== undefined && /[\p{L}\p{N}_]/u.test(character);

/**
 * Ids of those whom a note names as `@` and the whole name, whatever its case. Of names that begin alike the longest counts; of two
 * with the same name both are meant. An `@` within a word, as in an e-mail address, names no one.
 */
export function mentionedIn(text: string, team: readonly Member[]): string[] {
  const words = text.toLowerCase();
  const found = new Set<string>();
  for (let at = words.indexOf('@'); at !== -1; at = words.indexOf('@', at + 1)) {
    if (isWord(words[at - 1])) continue;
    const named = team.filter(({ name }) => {
      const lower = name.toLowerCase();
      const end = at + 1 + lower.length;
      return lower !== '' && words.startsWith(lower, at + 1) && !isWord(words[end]);
    });
    const longest = Math.max(0, ...named.map(({ name }) => name.length));
    for (const { id, name } of named) if (name.length === longest) found.add(id);
  }
  return [...found];
}
