import { emailsIn, linksIn } from './addresses';
import { handlesIn } from './handles';
import { joinedNumbersIn } from './joined-numbers';
import { phoneNumbersIn, type Span } from './phone-numbers';
import { toPlainText, type PlainText } from './plain-text';

export const maskedKinds = ['phone', 'email', 'handle', 'link'] as const;
export type MaskedKind = (typeof maskedKinds)[number];

/** Stands where contact data stood. */
export const maskSign = '•••';

export interface Masked {
  readonly text: string;
  /** Each kind once, in the order of `maskedKinds`. Empty: the text is as it was. */
  readonly found: MaskedKind[];
}

interface Finding extends Span {
  readonly kind: MaskedKind;
}

const foundIn =
  ({ origin }: PlainText) =>
  (kind: MaskedKind, spans: readonly Span[]): Finding[] =>
    spans.map(({ from, to }) => ({ kind, from: origin[from]!, to: origin[to]! }));

/** Addresses, names and links, in places of the original. */
function wordsIn(original: string, plain = toPlainText(original)): Finding[] {
  const found = foundIn(plain);
  return [
    ...found('email', emailsIn(plain)),
    ...found('handle', handlesIn(plain, original)),
    ...found('link', linksIn(plain, original)),
  ];
}

/** What stands before a number's first digit and belongs to it. */
const leadIn = /[+＋(]{1,2}\s?$/;

/** A number with its sign: what is left of it is no sign without a number. */
function withSign(original: string, finding: Finding): Finding {
  if (finding.kind !== 'phone') return finding;
  const [sign = ''] =
    leadIn.exec(original.slice(Math.max(0, finding.from - 3), finding.from)) ?? [];
  return { ...finding, from: finding.from - sign.length };
}

function findingsIn(original: string): Finding[] {
  const plain = toPlainText(original);
  return [...foundIn(plain)('phone', phoneNumbersIn(plain.text)), ...wordsIn(original, plain)];
}

function apply(
  original: string,
  findings: readonly Finding[],
  hidden: readonly Span[] = [],
): Masked {
  const kinds = new Set(findings.map(({ kind }) => kind));
  let text = '';
  let at = 0;
  const whole = findings.map((finding) => withSign(original, finding));
  for (const { from, to } of [...whole, ...hidden].toSorted(
    (a, b) => a.from - b.from || b.to - a.to,
  )) {
    if (to <= at) continue;
    // What overlaps or touches the one before is under the same sign.
    if (from > at || at === 0) text += original.slice(at, from) + maskSign;
    at = to;
  }
  return { text: text + original.slice(at), found: maskedKinds.filter((kind) => kinds.has(kind)) };
}

/**
 * Takes telephone numbers, e-mail addresses, names in other services and links out of a text: also spelled out in the
 * words of any of our languages, spaced, in other digits, or with letters for digits. Dates, times, amounts, sizes,
 * doses, lot numbers and postal addresses stay. Takes time in proportion to the text's length, whatever is in it.
 */
export const maskText = (text: string): Masked => apply(text, findingsIn(text));

/** The text without what would be hidden, and without the signs of it. */
export const withoutContactData = (text: string): string =>
  maskText(text)
    .text.replaceAll(/[ \t]?•••/g, '')
    .trim();

/** How many messages of one person are read together. */
export const messagesReadTogether = 8;

/** The places of a text that its masked version hides; all of it where the two do not fit. */
function hiddenIn(text: string, masked: string): Span[] {
  const spans: Span[] = [];
  let at = 0;
  const [first = '', ...rest] = masked.split(maskSign);
  if (!text.startsWith(first)) return [{ from: 0, to: text.length }];
  at = first.length;
  for (const [nth, piece] of rest.entries()) {
    const next = nth === rest.length - 1 ? text.length - piece.length : text.indexOf(piece, at);
    if (next < at || !text.startsWith(piece, next)) return [{ from: 0, to: text.length }];
    spans.push({ from: at, to: next });
    at = next + piece.length;
  }
  return spans;
}

/** What a masked version of a text hides, piece by piece. */
export const piecesHidden = (text: string, masked: string): string[] =>
  hiddenIn(text, masked).map(({ from, to }) => text.slice(from, to).trim());

/** "… 390 mg at most." and "At most 4 …": the end of a sentence and the beginning of one are read apart. */
const isSentenceEnd = (before: string, after: string): boolean =>
  /[.!?…]\s*$/.test(before) && /^\s*\p{Lu}/u.test(after);

/** What is found across the end of a text, in places of both. Numbers are joined by `joinedNumbersIn`. */
function findingsAcross(texts: readonly string[]): Finding[][] {
  const findings: Finding[][] = texts.map(() => []);
  const joined = wordsIn(texts.join('\n'));
  let start = 0;
  texts.forEach((text, at) => {
    const end = start + text.length;
    for (const { kind, from, to } of joined) {
      const isAcross = from < end && to > start && (from < start || to > end);
      const isApart =
        (from < start && isSentenceEnd(texts[at - 1]!, text)) ||
        (to > end && isSentenceEnd(text, texts[at + 1]!));
      if (isAcross && !isApart)
        findings[at]!.push({
          kind,
          from: Math.max(0, from - start),
          to: Math.min(text.length, to - start),
        });
    }
    start = end + 1;
  });
  return findings;
}

/**
 * The same for what one person wrote in several messages, oldest first: also finds what only several of them say in
 * sequence, and masks each part where it stands. `shown`: how they are shown already, null where as they were written;
 * what is hidden there stays hidden. Reads all texts at once; callers give at most `messagesReadTogether`.
 */
export function maskMessages(
  texts: readonly string[],
  shown: readonly (string | null)[] = [],
): Masked[] {
  const across = findingsAcross(texts);
  const numbers = joinedNumbersIn(texts);
  return texts.map((text, at) => {
    const parts = (numbers.get(at) ?? []).map((span) => ({ kind: 'phone' as const, ...span }));
    const found = [...findingsIn(text), ...across[at]!, ...parts];
    const masked = shown[at];
    const hidden = masked == null ? [] : hiddenIn(text, masked);
    return apply(text, found, hidden);
  });
}
