import { emailsIn, linksIn } from './addresses';
import { handlesIn } from './handles';
import { countOf, isList, phoneNumbersIn, rowsOf, type Span } from './phone-numbers';
import { blotInnocent, isListOfNumbers } from './innocent';
import { toPlainText } from './plain-text';

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

/** In places of the original. */
function findingsIn(original: string): Finding[] {
  const plain = toPlainText(original);
  const { origin } = plain;
  const found = (kind: MaskedKind, spans: readonly Span[]): Finding[] =>
    spans.map(({ from, to }) => ({ kind, from: origin[from]!, to: origin[to]! }));
  return [
    ...found('phone', phoneNumbersIn(plain.text)),
    ...found('email', emailsIn(plain)),
    ...found('handle', handlesIn(plain, original)),
    ...found('link', linksIn(plain, original)),
  ];
}

function apply(original: string, findings: readonly Finding[]): Masked {
  if (findings.length === 0) return { text: original, found: [] };
  const kinds = new Set(findings.map(({ kind }) => kind));
  let text = '';
  let at = 0;
  for (const { from, to } of findings.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    if (to <= at) continue;
    // What overlaps or touches the one before is under the same sign.
    if (from > at || at === 0) text += original.slice(at, from) + maskSign;
    at = to;
  }
  return { text: text + original.slice(at), found: maskedKinds.filter((kind) => kinds.has(kind)) };
}

/**
 * Takes telephone numbers, e-mail addresses, names in other services and links out of a text: also spelled out in English
 * or Turkish, spaced, in other digits, or with letters for digits. Dates, times, amounts, sizes, doses, lot numbers and
 * postal addresses stay. Takes time in proportion to the text's length, whatever is in it.
 */
export const maskText = (text: string): Masked => apply(text, findingsIn(text));

/** How many messages of one person are read together. */
export const messagesReadTogether = 8;

/** Words beside digits in a message that says little else: "then 123", "ve son olarak 45 67". */
const lettersBeside = 20;

/** The digits of a message that says little else; null for any other message. */
function partOf(original: string): { spans: Span[]; digits: number; groups: string[] } | null {
  const { text, origin } = toPlainText(original);
  const blotted = blotInnocent(text);
  const rows = rowsOf(blotted).filter((row) => !isList(row));
  if (rows.length === 0) return null;
  const inRows = rows.reduce((sum, row) => sum + row.at(-1)!.to - row[0]!.from, 0);
  const visible = blotted.replace(/[\s#]/g, '').length;
  if (visible - inRows > lettersBeside) return null;
  return {
    spans: rows.map((row) => ({ from: origin[row[0]!.from]!, to: origin[row.at(-1)!.to]! })),
    digits: rows.reduce((sum, row) => sum + countOf(row), 0),
    groups: rows.flatMap((row) => row.map(({ digits }) => digits)),
  };
}

/** Numbers whose parts stand in messages that say little else, with at most two others between. */
function splitNumbers(texts: readonly string[]): Map<number, Span[]> {
  const parts = texts.map(partOf);
  const hit = new Map<number, Span[]>();
  let chain: number[] = [];
  const close = () => {
    const all = chain.map((at) => parts[at]!);
    const digits = all.reduce((sum, part) => sum + part.digits, 0);
    const groups = all.flatMap((part) => part.groups);
    const isOther = isListOfNumbers(
      groups,
      groups.slice(1).map(() => '\n'),
    );
    if (chain.length > 1 && digits >= 9 && !isOther)
      for (const at of chain) hit.set(at, parts[at]!.spans);
    chain = [];
  };
  parts.forEach((part, at) => {
    if (!part) return;
    if (chain.length > 0 && at - chain.at(-1)! > 3) close();
    chain.push(at);
  });
  close();
  return hit;
}

/**
 * The same for what one person wrote in several messages, oldest first: also finds what only several of them say
 * together, and masks each part where it stands. Reads all texts together; callers give at most `messagesReadTogether`.
 */
export function maskMessages(texts: readonly string[]): Masked[] {
  const findings: Finding[][] = texts.map(findingsIn);
  const joined = findingsIn(texts.join('\n'));
  let start = 0;
  texts.forEach((text, at) => {
    const end = start + text.length;
    for (const { kind, from, to } of joined)
      if (from < end && to > start && (from < start || to > end))
        findings[at]!.push({
          kind,
          from: Math.max(0, from - start),
          to: Math.min(text.length, to - start),
        });
    start = end + 1;
  });
  for (const [at, spans] of splitNumbers(texts))
    for (const span of spans) findings[at]!.push({ kind: 'phone', ...span });
  return texts.map((text, at) => apply(text, findings[at]!));
}
