import { blotInnocent, blotSums, dialled, isListOfNumbers, isOrderedList } from './innocent';
import { digitsOf, numberWordsIn, repeats, type NumberWord } from './number-words';
import { numberCheck } from './valid-numbers';
import { anyOf, letter, wholeWordOf, wordSet } from '#platform/text/contact-words';

/** Half-open, in the text that was looked at. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Digits that a piece of text says, and where it stands. */
export interface Group extends Span {
  readonly digits: string;
  /** What stands between it and the group before in its row. */
  readonly between: string;
  /** Number words, where it is spelled out. Its own: those that follow join them. */
  readonly words: NumberWord[];
  /** Letters that are digits only among digits. */
  readonly isWeak: boolean;
}

/** A telephone number has this many digits at least; fewer where the text says that it is one. */
const enough = 9;
const enoughWhenCalled = 7;
const called = new RegExp(wholeWordOf('called'));

/** Words between the parts of a number, and no part of it. */
const fillers = wordSet('fillers');
/** What may stand between two parts: a few signs and spaces. */
const separator = /^[\s().\-_/*,;:|~'"\\+=>[\]{}<&]{1,6}$/;
const leetDigits: Record<string, string> = {
  o: '0',
  i: '1',
  l: '1',
  z: '2',
  e: '3',
  a: '4',
  s: '5',
  g: '9',
  q: '9',
  t: '7',
  b: '8',
};
const leetOnly = /^[oilzeasgqtb]+$/;
const weakOnly = /^[oil]{1,4}$/;
const romans = new Map(
  'i ii iii iv v vi vii viii ix'.split(' ').map((word, at) => [word, String(at + 1)]),
);
const fromLeet = (word: string) => word.replace(/[a-z]/g, (one) => leetDigits[one]!);

const aLetter = new RegExp(`[${letter}]`);
const wordOrSigns = new RegExp(`[${letter}\\d]+|[^${letter}\\d]+`, 'g');

interface Piece extends Span {
  readonly text: string;
  readonly kind: 'digits' | 'words' | 'weak' | 'between' | 'end';
  readonly digits: string;
}

function pieceOf(text: string, from: number): Piece {
  const piece = { text, from, to: from + text.length, digits: '' };
  if (/^\d/.test(text)) return { ...piece, kind: 'digits', digits: text };
  if (!aLetter.test(text)) return { ...piece, kind: separator.test(text) ? 'between' : 'end' };
  if (fillers.has(text) || repeats.has(text)) return { ...piece, kind: 'between' };
  if (numberWordsIn(text).length > 0) return { ...piece, kind: 'words' };
  const roman = romans.get(text);
  if (roman) return { ...piece, kind: 'weak', digits: roman };
  if (weakOnly.test(text)) return { ...piece, kind: 'weak', digits: fromLeet(text) };
  return { ...piece, kind: 'end' };
}

/** Words, signs and digits; "4s67" and "o532" are digits, "no5" is a word and a digit. */
function* piecesOf(text: string): Generator<Piece> {
  for (const { 0: found, index } of text.matchAll(wordOrSigns)) {
    const isMixed = /\d/.test(found) && aLetter.test(found);
    if (isMixed && leetOnly.test(found.replace(/\d/g, '')) && found.length <= 16)
      yield {
        text: found,
        from: index,
        to: index + found.length,
        kind: 'digits',
        digits: fromLeet(found),
      };
    else if (isMixed)
      for (const part of found.matchAll(/\d+|\D+/g)) yield pieceOf(part[0], index + part.index);
    else yield pieceOf(found, index);
  }
}

const trimmed = (row: Group[]): Group[] => {
  if (row.every(({ isWeak }) => isWeak)) return row;
  const last = row.findLastIndex(({ isWeak }) => !isWeak);
  return row.slice(
    row.findIndex(({ isWeak }) => !isWeak),
    last + 1,
  );
};

const joinsTens = new RegExp(String.raw`^\s${anyOf('joinsTens')}\s$`);
const and: NumberWord = { kind: 'and', digits: '' };

/** The words that go on a number of words: those after a space, and "zwanzig" after "drei und". */
function goingOn(before: Group | undefined, words: readonly NumberWord[], between: string) {
  const last = before?.words.at(-1);
  if (!last || words.length === 0) return null;
  if (/^[\s-]*$/.test(between)) return words;
  const isTens = last.kind === 'one' && last.digits !== '0' && words[0]!.kind === 'ten';
  return isTens && joinsTens.test(between) ? [and, ...words] : null;
}

/** A word that says several digits joins the words before it: "beş yüz" is one number. */
function append(row: Group[], piece: Piece, between: string, times: number): void {
  const words = piece.kind === 'words' ? numberWordsIn(piece.text) : [];
  const before = row.at(-1);
  const next = goingOn(before, words, between);
  if (before && next) {
    before.words.push(...next);
    row[row.length - 1] = { ...before, to: piece.to, digits: '' };
    return;
  }
  const said = words.length > 0 ? '' : piece.digits;
  const digits = times > 1 ? (said || digitsOf(words)).repeat(times) : said;
  const isWeak = piece.kind === 'weak';
  const plain = times > 1 ? [] : [...words];
  row.push({ from: piece.from, to: piece.to, between, words: plain, digits, isWeak });
}

/** The rows of neighbouring digits of a text. */
export function rowsOf(text: string): Group[][] {
  const rows: Group[][] = [];
  let row: Group[] = [];
  let between = '';
  let times = 1;
  const end = () => {
    const kept = trimmed(row).map((group) =>
      group.words.length > 0 ? { ...group, digits: digitsOf(group.words) } : group,
    );
    if (kept.length > 0) rows.push(kept);
    row = [];
    between = '';
    times = 1;
  };
  for (const piece of piecesOf(text)) {
    if (piece.kind === 'end' || between.length > 24) end();
    if (piece.kind === 'end') continue;
    if (piece.kind === 'between') {
      between += piece.text;
      times = repeats.get(piece.text) ?? times;
      continue;
    }
    append(row, piece, row.length > 0 ? between : '', times);
    between = '';
    times = 1;
  }
  end();
  return rows;
}

const countOf = (row: readonly Group[]): number =>
  row.reduce((sum, { digits }) => sum + digits.length, 0);

/** "5.000" is one number of a list. */
function numbersOf(row: readonly Group[]): { groups: string[]; between: string[] } {
  const groups: string[] = [];
  const between: string[] = [];
  for (const group of row) {
    const joins = /^[.,]$/.test(group.between) && group.digits.length === 3 && groups.length > 0;
    if (joins) groups[groups.length - 1] += group.digits;
    else {
      if (groups.length > 0) between.push(group.between);
      groups.push(group.digits);
    }
  }
  return { groups, between };
}

function isList(row: readonly Group[]): boolean {
  const { groups, between } = numbersOf(row);
  // "on 7, 8 and 9": the word is a number in one language only.
  const spoken = row.findIndex(({ words }) => words.length === 0);
  if (spoken > 0 && row.length - spoken > 2) return isList(row.slice(spoken));
  const digits = row.map((group) => group.digits);
  const before = row.map((group) => group.between);
  return isListOfNumbers(groups, between) || isOrderedList(digits, before);
}

/** What every company of Turkey may be called by: 444 0 123 or 444 12 34. */
const callCentre = /(?<![\d.,])444[ .-](?:\d[ .-]\d{3}|\d\d[ .-]\d\d)(?![.,]?\d)/g;

const spanOf = (row: readonly Group[]): Span => ({ from: row[0]!.from, to: row.at(-1)!.to });

const digitsOfRow = (row: readonly Group[]): string => row.map(({ digits }) => digits).join('');

const apart = new RegExp(`[,;:\\n&]|${wholeWordOf('and', 'or')}`);

/** Whether signs stand between all groups of a row as between numbers of a list: "118, 121 and 109". */
const isApart = (row: readonly Group[]): boolean =>
  row.length > 1 && row.slice(1).every(({ between }) => apart.test(between));

/** Between groups that stand apart, and before a one that is no calling code, only what is dialled somewhere is a number. */
const mayBeOne = (row: readonly Group[], isNumber: (digits: string) => boolean): boolean =>
  !(isApart(row) || /^1[^3-9]/.test(digitsOfRow(row))) || isNumber(digitsOfRow(row));

const repeatBefore = new RegExp(
  `(?<![${letter}])(?:${[...repeats.keys()].join('|')}|${anyOf('plus')}) $`,
);

/** "double five", "plus ninety": the word before the first digits belongs to them. */
function withRepeat(text: string, { from, to }: Span): Span {
  const word = repeatBefore.exec(text.slice(Math.max(0, from - 16), from));
  return { from: from - (word?.[0].length ?? 0), to };
}

const partingSign = new RegExp(`[,;\\n/${letter}]`);

/** As much of a row as one telephone number has: it ends where a list would go on. */
function dialledPart(row: readonly Group[]): Group[] {
  const part: Group[] = [];
  let count = 0;
  for (const group of row) {
    if (count >= 10 && (count + group.digits.length > 15 || partingSign.test(group.between))) break;
    part.push(group);
    count += group.digits.length;
  }
  return part;
}

function isCalled(text: string, row: readonly Group[]): boolean {
  const { from } = row[0]!;
  const isSpaced = row.every(({ digits }) => digits.length === 1);
  if (!isSpaced && !row.some(({ digits }) => digits.length >= 3)) return false;
  return called.test(text.slice(Math.max(0, from - 40), from));
}

/** The text with these places as `#`. */
function without(text: string, spans: readonly Span[]): string {
  const pieces: string[] = [];
  let at = 0;
  for (const { from, to } of spans.toSorted((a, b) => a.from - b.from)) {
    const begin = Math.max(at, from);
    if (to <= begin) continue;
    pieces.push(text.slice(at, begin), '#'.repeat(to - begin));
    at = to;
  }
  return pieces.join('') + text.slice(at);
}

/** Where a text, which is plain already, says a telephone number. */
export function phoneNumbersIn(plain: string): Span[] {
  const text = blotSums(plain);
  const isNumber = numberCheck();
  const spans: Span[] = [];
  for (const row of rowsOf(text)) {
    const begins = row.findIndex(({ from }) => {
      // The plus or the bracket in front of the first digits.
      const sign = /[+(\s]*$/.exec(text.slice(Math.max(0, from - 3), from))![0].trim();
      const at = from - sign.length;
      dialled.lastIndex = sign.includes('+') ? text.lastIndexOf('+', from) : at;
      return dialled.test(text);
    });
    if (begins < 0) continue;
    const part = dialledPart(row.slice(begins));
    const digits = digitsOfRow(part);
    // "00318" is the number of a paper; from abroad it must lead somewhere.
    if (digits.length >= 10 && (!digits.startsWith('00') || isNumber(digits.slice(0, 15))))
      spans.push(spanOf(part));
  }
  for (const { 0: found, index } of text.matchAll(callCentre))
    spans.push({ from: index, to: index + found.length });
  const blotted = blotInnocent(without(text, spans));
  for (const row of rowsOf(blotted)) {
    const count = countOf(row);
    const isLong = count >= enough || (count >= enoughWhenCalled && isCalled(blotted, row));
    if (isLong && !isList(row) && mayBeOne(row, isNumber)) spans.push(spanOf(row));
  }
  return spans.map((span) => withRepeat(text, span));
}
