import { arabicLikeness } from '#platform/text/arabic';
import { normalized } from '#platform/text/text';

/** A text as a reader understands it: lower case, plain letters and digits, without what is not seen. */
export interface PlainText {
  readonly text: string;
  /** The same, character for character, with the letters that digits and signs stand for: `gm4il` is `gmail` there. */
  readonly letters: string;
  /** Where in the original the character at this place begins; one more entry than there are characters. */
  readonly origin: Int32Array;
}

/** Letters of other alphabets that look like Latin ones, and signs that stand for others. */
const likeness: Record<string, string> = {
  а: 'a',
  в: 'b',
  е: 'e',
  н: 'h',
  і: 'i',
  ј: 'j',
  к: 'k',
  м: 'm',
  о: 'o',
  р: 'p',
  с: 'c',
  ѕ: 's',
  т: 't',
  у: 'y',
  х: 'x',
  α: 'a',
  ε: 'e',
  ι: 'i',
  κ: 'k',
  ν: 'v',
  ο: 'o',
  ρ: 'p',
  τ: 't',
  χ: 'x',
  ı: 'i',
  з: '3',
  б: '6',
  ß: 'ss',
  ø: 'o',
  '。': '.',
  '、': ',',
  '‒': '-',
  '–': '-',
  '—': '-',
  '―': '-',
  '‐': '-',
  '‑': '-',
  '−': '-',
  '•': '.',
  '·': '.',
  '∙': '.',
  '⋅': '.',
  '×': 'x',
  '’': "'",
  '‘': "'",
  '❨': '(',
  '❩': ')',
  '【': '[',
  '】': ']',
  〇: '0',
  一: '1',
  二: '2',
  三: '3',
  四: '4',
  五: '5',
  六: '6',
  七: '7',
  八: '8',
  九: '9',
  ...arabicLikeness,
};

/** Digits in circles and the signs of Roman numerals up to nine: [first, last, value of the first]. */
const signDigits = [
  [0x2160, 0x2168, 1],
  [0x2170, 0x2178, 1],
  [0x2776, 0x277e, 1],
  [0x2780, 0x2788, 1],
  [0x278a, 0x2792, 1],
  [0x24f5, 0x24fd, 1],
  [0x24ff, 0x24ff, 0],
  [0x1f100, 0x1f100, 0],
  [0x1f10b, 0x1f10c, 0],
] as const;

/** What a digit, or a sign that stands for a letter, reads as within a word. */
const leet: Record<string, string> = {
  '0': 'o',
  '1': 'l',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '9': 'g',
  $: 's',
  '!': 'l',
  '|': 'l',
  i: 'l',
};

const decimal = /\p{Nd}/u;

/** Decimal digits of every script lie in runs of ten that begin with zero. */
function digitValue(digit: string): number {
  let code = digit.codePointAt(0)!;
  let value = 0;
  while (value < 9 && decimal.test(String.fromCodePoint(code - 1))) {
    code -= 1;
    value += 1;
  }
  return value;
}

/** One character of the original as none, one or more plain ones. */
function plainOf(character: string): string {
  const code = character.codePointAt(0)!;
  if (code < 0x80) return character.toLowerCase();
  const sign = signDigits.find(([from, to]) => code >= from && code <= to);
  if (sign) return String(code - sign[0] + sign[2]);
  const parts = normalized(character, 'NFKD').replace(
    /\p{M}|\p{Cf}|\p{Default_Ignorable_Code_Point}/gu,
    '',
  );
  return [...parts.toLowerCase()]
    .map((one) => likeness[one] ?? (decimal.test(one) ? String(digitValue(one)) : one))
    .join('')
    .replace(/\p{M}/gu, '');
}

/** As digits and signs read within a word. */
const foldLetters = (text: string): string => text.replace(/[01345789$!|i]/g, (one) => leet[one]!);

/** Folds the words that a pattern looks for, so that it fits `letters`; its escapes and classes stay. */
export const foldPattern = (source: string): string =>
  source.replace(/\\.|\[[^\]]*\]|\{[\d,]+\}|[a-z]+/g, (part) =>
    /^[a-z]/.test(part) ? foldLetters(part) : part,
  );

/** `s a r a h @ g m a i l . c o m`: at least seven single characters, each with one space between. */
const spacedOut = /(?<!\S)\S(?: \S){6,}(?!\S)/g;

function closeUp(text: string, origin: number[]): { text: string; origin: number[] } {
  const drop = new Set<number>();
  for (const { 0: run, index } of text.matchAll(spacedOut)) {
    if (!/[a-z]/.test(run)) continue;
    for (let at = index + 1; at < index + run.length; at += 2) drop.add(at);
  }
  if (drop.size === 0) return { text, origin };
  return {
    text: [...Array(text.length).keys()]
      .filter((at) => !drop.has(at))
      .map((at) => text[at])
      .join(''),
    origin: origin.filter((_, at) => !drop.has(at)),
  };
}

/** Reads a text as a person would. Time and space grow with its length only. */
export function toPlainText(original: string): PlainText {
  const pieces: string[] = [];
  const places: number[] = [];
  let at = 0;
  for (const character of original) {
    const plain = plainOf(character);
    for (let unit = 0; unit < plain.length; unit += 1) places.push(at);
    pieces.push(plain);
    at += character.length;
  }
  places.push(original.length);
  const { text, origin } = closeUp(pieces.join(''), places);
  return { text, letters: foldLetters(text), origin: Int32Array.from(origin) };
}
