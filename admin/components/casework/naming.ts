import type { DeskRecord } from '#contracts/casework';

type Team = DeskRecord['team'];

/** Where a name is being typed: from its `@` to the caret. */
interface Naming {
  readonly from: number;
  readonly to: number;
  /** Whose names go on like this. */
  readonly found: Team;
}

const most = 6;

const isWord = (character = ''): boolean => /[\p{L}\p{N}_]/u.test(character);

/** Whom a person may mean who has typed this much; null where no name is being typed. */
export function namingAt(text: string, caret: number, team: Team): Naming | null {
  const from = text.lastIndexOf('@', caret - 1);
  if (from === -1 || isWord(text[from - 1])) return null;
  const begun = text.slice(from + 1, caret).toLowerCase();
  if (begun.includes('\n')) return null;
  const found = team.filter(({ name }) => name.toLowerCase().startsWith(begun));
  const whole = found.length === 1 && found[0]!.name.toLowerCase() === begun;
  return found.length === 0 || whole ? null : { from, to: caret, found: found.slice(0, most) };
}

/** The text with the whole name in place of what was typed of it, a space where a word may follow, and the caret behind. */
export function completed(text: string, { from, to }: Naming, name: string) {
  const rest = text.slice(to);
  const space = rest === '' || isWord(rest[0]) ? ' ' : '';
  const before = `${text.slice(0, from)}@${name}${space}`;
  return { text: before + rest, caret: before.length };
}
