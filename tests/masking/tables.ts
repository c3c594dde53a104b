import { readFileSync } from 'node:fs';
import { maskMessages, messagesReadTogether } from '#platform/masking/mask';

/** One message of a table: who wrote it, and the pieces of it that must not be read before a choice. */
export interface Line {
  readonly from: 'p' | 'c';
  readonly text: string;
  readonly secret: readonly string[];
}
/** What was written about one offer, oldest first. */
export type Talk = readonly Line[];

function lineOf(written: string): Line {
  const from = written[0];
  if ((from !== 'p' && from !== 'c') || written[1] !== ' ') throw new Error(written);
  const text = written.slice(2);
  return {
    from,
    text: text.replace(/[{}]/g, ''),
    secret: [...text.matchAll(/\{([^}]*)\}/g)].map(([, piece = '']) => piece),
  };
}

/**
 * The conversations of a table: one message a line, `p ` for the patient and `c ` for the clinic, a blank line between two
 * conversations. Braces stand around what must be masked. All of it is invented.
 */
export const talksOf = (table: string): Talk[] =>
  readFileSync(new URL(`${table}.txt`, import.meta.url), 'utf8')
    .trim()
    .split(/\n{2,}/)
    .map((block) => block.split('\n').map(lineOf));

/** The messages as both read them at the end, when each was masked as it was written. */
export function shown(talk: Talk): string[] {
  const texts: string[] = [];
  for (const [at, { from }] of talk.entries()) {
    const own = [...talk.keys()].slice(0, at).filter((n) => talk[n]!.from === from);
    const read = [...own.slice(1 - messagesReadTogether), at];
    const masked = maskMessages(
      read.map((n) => talk[n]!.text),
      read.map((n) => texts[n] ?? null),
    );
    read.forEach((n, nth) => (texts[n] = masked[nth]!.text));
  }
  return texts;
}

/** Messages of a table that are read otherwise than they were written. */
export const changedIn = (talks: readonly Talk[]): { before: string; after: string }[] =>
  talks.flatMap((talk) =>
    shown(talk).flatMap((after, at) => {
      const before = talk[at]!.text;
      return after === before ? [] : [{ before, after }];
    }),
  );

const piecesOf = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];

/** Whether a word or number of a secret is still read, other than as a word that stands outside of the secret. */
const isLeft = ({ text, secret }: Line, after: string): boolean => {
  const rest = new Set(piecesOf(secret.reduce((left, piece) => left.replace(piece, ' '), text)));
  const read = new Set(piecesOf(after));
  return secret.flatMap(piecesOf).some((piece) => read.has(piece) && !rest.has(piece));
};

/** Conversations of a table of which a secret is still read, as they are read. */
export const passedIn = (talks: readonly Talk[]): string[][] =>
  talks
    .map((talk) => ({ talk, texts: shown(talk) }))
    .filter(({ talk, texts }) => talk.some((line, at) => isLeft(line, texts[at]!)))
    .map(({ texts }) => texts);
