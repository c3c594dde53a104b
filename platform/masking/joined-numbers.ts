import { blotInnocent, isListOfNumbers } from './innocent';
import { rowsOf, type Group, type Span } from './phone-numbers';
import { toPlainText, type PlainText } from './plain-text';
import { repeats } from './number-words';
import { numberCheck } from './valid-numbers';
import { anyOf, atEndOf, letter, wholeWordOf, wordSet } from '#platform/text/contact-words';

/** Digits of one of several messages. */
interface Figure extends Span {
  /** Which message. */
  readonly at: number;
  readonly digits: string;
  readonly isSpelled: boolean;
  /** It may number what follows it: "2: 310". */
  readonly isLabel: boolean;
  /** No figure is written so: a whole number that begins with a zero, the hour 55, the minute 71, the year 3102. */
  readonly isOdd: boolean;
}

interface Message {
  readonly plain: PlainText;
  readonly figures: readonly Figure[];
  /** It says digits and words that lead from one part of a number to the next, and nothing else. */
  readonly isFragment: boolean;
  /** It asks to join figures, or to call, which people say for other reasons too. */
  readonly asks: 'to-join' | 'to-call' | null;
}

/** What stands in a message that says a part of a number and nothing else. */
const leading = new Set(['x', ...repeats.keys(), ...wordSet('fillers', 'leading')]);

const askingToJoin = new RegExp(`${wholeWordOf('askToJoin')}|${atEndOf('askToJoinAtEnd')}`);
const askingToCall = new RegExp(`${wholeWordOf('askToCall')}|${atEndOf('askToCallAtEnd')}`);
const aWord = new RegExp(`[${letter}]+`, 'g');
const letterOrDigit = new RegExp(`[${letter}\\d]`);
const afterI = new RegExp(`^ ?['’]?${anyOf('afterI')}(?![a-z])`);

/** "I am", "I have": the letter is the word, however near a number stands. */
const isPronoun = (text: string, { from, to }: Span): boolean =>
  text.slice(from, to) === 'i' && afterI.test(text.slice(to, to + 12));

/** What stands around a figure and belongs to it: the rest of a time, a date or a decimal number. */
const oddTime =
  /^(?:2[4-9]|[3-9]\d):\d|^\d\d?:[6-9]\d|^0\d:\d(?!\d)|^\d\d\.\d\d\.(?!(?:19|20)\d\d)\d{4}/;

function isOdd(text: string, from: number, to: number): boolean {
  if (/[\d.,:]$/.test(text.slice(Math.max(0, from - 1), from))) return false;
  const written = text.slice(from, to);
  const next = text.slice(to, to + 8);
  if (oddTime.test(written + next)) return true;
  return /^0\d+$/.test(written) && (written.length > 2 || !/^[.,:/-]?\d/.test(next));
}

/** "8.40", "1,350" and "14:30" are one figure each. */
function mergedDecimals(groups: readonly Group[], text: string): Group[] {
  const merged: Group[] = [];
  for (const group of groups) {
    const last = merged.at(-1);
    const isPart =
      last !== undefined &&
      /^[.,:]$/.test(text.slice(last.to, group.from)) &&
      /^\d$/.test(text.charAt(last.to - 1)) &&
      /^\d/.test(text.charAt(group.from));
    if (isPart)
      merged[merged.length - 1] = { ...last, to: group.to, digits: last.digits + group.digits };
    else merged.push(group);
  }
  return merged;
}

function readMessage(original: string, at: number): Message {
  const plain = toPlainText(original);
  const { text } = plain;
  const known = blotInnocent(text);
  const groups = mergedDecimals(rowsOf(text).flat(), text).filter(
    (group) => !isPronoun(text, group),
  );
  const figures = groups.map(({ from, to, digits, words: spelled, isWeak }: Group): Figure => ({
    ...{ at, from, to, digits },
    isSpelled: isWeak || spelled.length > 0 || !/\d/.test(text.slice(from, to)),
    isLabel: digits.length < 3 && /^\s?[:.)=]\s/.test(text.slice(to, to + 3)),
    isOdd: known[from] !== '#' && isOdd(text, from, to),
  }));
  let rest = '';
  let end = 0;
  for (const { from, to } of groups) {
    rest += `${text.slice(end, from)} `;
    end = to;
  }
  rest += text.slice(end);
  const said = rest.match(aWord) ?? [];
  const isFragment =
    figures.length > 0 &&
    !/\d[.,]\d|[%$€£₺#]/.test(text) &&
    known === text &&
    said.every((word) => leading.has(word));
  const asks = askingToJoin.test(text) ? 'to-join' : askingToCall.test(text) ? 'to-call' : null;
  return { plain, figures, isFragment, asks };
}

/** How many of the messages around one that asks are read with it, and of how many parts a number may be there. */
const reach = {
  'to-join': { before: 7, after: 2, parts: 7 },
  'to-call': { before: 3, after: 1, parts: 5 },
} as const;
/** How far a figure that begins with a zero is read with what stands around it. */
const nearZero = 3;
/** A number has fewer digits. */
const most = 15;
/** So many messages of one digit or two each are a number that is being spelled. */
const spelling = 6;

/** Every row of neighbours of these figures that is a telephone number, if it is `wanted`. */
function rowsThatAreNumbers(
  figures: readonly Figure[],
  isNumber: (digits: string) => boolean,
  wanted: (row: readonly Figure[]) => boolean,
): Figure[] {
  const hit = new Set<Figure>();
  for (let from = 0; from < figures.length; from += 1) {
    let digits = '';
    for (let to = from; to < figures.length; to += 1) {
      digits += figures[to]!.digits;
      if (digits.length > most) break;
      if (digits.length < 10) continue;
      const row = figures.slice(from, to + 1);
      if (wanted(row) && isNumber(digits)) row.forEach((figure) => hit.add(figure));
    }
  }
  return [...hit];
}

/** Where rows over several messages begin and end. */
interface Joining {
  readonly parts: number;
  readonly begins: ReadonlySet<Figure | undefined>;
  readonly ends: ReadonlySet<Figure | undefined>;
}

/** A number has few parts, or its digits one by one; it stands in one message, or begins and ends where messages do. */
const isWorthJoining = (row: readonly Figure[], { parts, begins, ends }: Joining): boolean => {
  const first = row[0]!;
  const last = row.at(-1)!;
  const isWhole = first.at === last.at || (begins.has(first) && ends.has(last));
  const isRead = row.length <= parts || row.every(({ digits }) => digits.length === 1);
  return isWhole && isRead && !isList(row);
};

const isList = (row: readonly Figure[]): boolean =>
  isListOfNumbers(
    row.map(({ digits }) => digits),
    row.slice(1).map(() => '\n'),
  );

/** The first figure of a message, and the first that is written in digits. */
const beginningsOf = ({ figures }: Message) => [
  figures[0],
  figures.find(({ isSpelled }) => !isSpelled),
];

/** Runs of messages that say parts of a number, with at most two others between. */
function chainsOf(messages: readonly Message[]): number[][] {
  const chains: number[][] = [];
  messages.forEach(({ isFragment }, at) => {
    if (!isFragment) return;
    const last = chains.at(-1);
    if (last && at - last.at(-1)! <= 3) last.push(at);
    else chains.push([at]);
  });
  return chains;
}

/** Where the figures of a message stand in the original; those with no word between stand in one place. */
function spansOf({ plain, figures }: Message, hit: ReadonlySet<Figure>): Span[] {
  const { text, origin } = plain;
  const places: { from: number; to: number }[] = [];
  for (const { from, to } of figures.filter((figure) => hit.has(figure))) {
    const last = places.at(-1);
    if (last && !letterOrDigit.test(text.slice(last.to, from))) last.to = to;
    else places.push({ from, to });
  }
  return places.map(({ from, to }) => ({ from: origin[from]!, to: origin[to]! }));
}

/**
 * Telephone numbers whose parts stand apart, in one message or in several, oldest first: in messages that say little
 * else, around a figure that begins with a zero, or where a message asks to join figures or to call. By message,
 * in places of the original.
 */
export function joinedNumbersIn(texts: readonly string[]): ReadonlyMap<number, readonly Span[]> {
  const messages = texts.map(readMessage);
  const isNumber = numberCheck();
  const hit = new Set<Figure>();
  const mark = (figures: readonly Figure[], wanted: (row: readonly Figure[]) => boolean) => {
    // A number word may be a part, or a word of the sentence: "the first three: 505"; "price 2: 310" is the second.
    const written = figures.filter(({ isSpelled }) => !isSpelled);
    const unnumbered = written.filter(({ isLabel }) => !isLabel);
    const readings = [figures, written, unnumbered];
    for (const each of readings.filter((one, n) => one.length !== readings[n - 1]?.length))
      for (const figure of rowsThatAreNumbers(each, isNumber, wanted)) hit.add(figure);
  };
  const figuresOf = (from: number, to: number) =>
    messages.slice(Math.max(0, from), to + 1).flatMap(({ figures }) => figures);
  for (const chain of chainsOf(messages)) {
    const figures = chain.flatMap((at) => messages[at]!.figures);
    const begins = new Set(chain.flatMap((at) => beginningsOf(messages[at]!)));
    mark(figures, (row) => begins.has(row[0]) && !isList(row));
    if (chain.length >= spelling && figures.every(({ digits }) => digits.length < 3))
      figures.forEach((figure) => hit.add(figure));
  }
  const edges = {
    begins: new Set(messages.flatMap(beginningsOf)),
    ends: new Set(messages.map(({ figures }) => figures.at(-1))),
  };
  messages.forEach(({ asks, figures }, at) => {
    if (asks) {
      const { before, after, parts } = reach[asks];
      const joining = { parts, ...edges };
      mark(figuresOf(at - before, at + after), (row) => isWorthJoining(row, joining));
    }
    if (figures.some(({ isOdd }) => isOdd))
      mark(figuresOf(at - nearZero, at + nearZero), (row) => row.some(({ isOdd }) => isOdd));
  });
  return new Map(messages.map((one, at) => [at, spansOf(one, hit)]));
}
