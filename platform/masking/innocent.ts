import { anyOf, letter, wholeWordOf } from '#platform/text/contact-words';

/**
 * Digits that are no telephone number: dates, times, amounts, sizes, doses, lot numbers. All of these are bounded and
 * anchored at a digit, so that hostile text costs no more than its length.
 */
/** None begins with a zero that is no whole part, and none has more than eight digits. */
const amount = String.raw`(?!0\d)(?:\d{1,3}(?:[.,]\d{3}){1,2}(?![.,]\d{3})|\d{1,3}(?: \d{3}){1,2}|\d{1,7})(?:[.,]\d{1,2})?`;
const unit = anyOf('units', 'currencies');
const month = anyOf('months');
const day = String.raw`(?:0?[1-9]|[12]\d|3[01])`;
const monthNumber = String.raw`(?:0?[1-9]|1[0-2])`;
const year = String.raw`(?:19|20)\d\d`;
const ordinal = anyOf('ordinals');
const of = anyOf('of');
const and = anyOf('and');
const until = anyOf('until');
const time = String.raw`(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d)?`;
/** Not in the middle of a row of digits: "532 123 45 67 usd" is no amount of 67 dollars. */
const fresh = String.raw`(?<![\d+])(?<!\d,)(?<!\d[ .\-/_)]{1,3})`;
const range = String.raw`\s?(?:-|/|${anyOf('until', 'and', 'or')})\s?`;

/** Nothing of a row of digits goes on after it. */
const done = String.raw`(?!\d|[ .\-/_)]{1,3}\d)`;
const pressure = String.raw`(?:[6-9]\d|1\d\d|2[0-4]\d)\/(?:[3-9]\d|1[0-4]\d)(?![\d/])`;

/** Of a measure in two or three directions. */
const side = String.raw`(?!0\d)\d{1,4}(?:[.,]\d{1,2})?`;
const thousands = String.raw`[1-9]\d{0,2}[.,]\d{3}`;
const priced = String.raw`[1-9]\d{0,2}: [1-9]\d{0,5}`;

const patterns = [
  // ISO 13485:2016, EN ISO 10993-1:2018, CE 0123
  String.raw`(?<![a-z])(?:ce ?\d{4}|(?:iso|iec|en|din|astm|tse?)(?:[ /](?:iso|iec|en))?[ -]?[1-9]\d{2,4}(?:-\d{1,2})?(?::${year})?(?:,? (?:${and} )?[1-9]\d{2,4}(?:-\d{1,2})?:${year}){0,6})${done}`,
  // LH1300 08:15-12:05: a flight and its times.
  String.raw`(?<![a-z\d])[a-z]{2}\d{3,4}\s${time}(?:\s?-\s?${time})?${done}`,
  // Vitamin B12: its letter would be a digit among digits.
  String.raw`(?<![a-z\d])b12(?![a-z\d])`,
  // 1,250.00 and 1.250,00
  String.raw`${fresh}\d{1,3}(?:(?:,\d{3}){1,2}\.\d\d|(?:\.\d{3}){1,2},\d\d)${done}`,
  // 2026-05-12, 12.05.2026, 5/12/26, 12 May 2026, and the same without signs, as cameras name their pictures.
  String.raw`(?<!\d)${year}[-./]${monthNumber}[-./]${day}(?!\d)`,
  String.raw`(?<!\d)${day}[-./]${day}[-./](?:${year}|2\d)(?!\d)`,
  String.raw`(?<!\d)(?:${day}\s?-\s?)?${day}${ordinal}?\.?\s(?:${of} )?${month}(?:\s${year})?(?!\d)`,
  String.raw`(?<![${letter}])${month}\s${day}${ordinal}?(?:,?\s${year})?(?![\d:])`,
  String.raw`(?<!\d)20[2-3]\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?!\d)(?:[_-]\d{6}(?!\d))?`,
  String.raw`(?<!\d)(?:${year}|${day})\s?-\s?(?:${year}|${day})(?=\s${month})`,
  String.raw`${fresh}${time}(?:\s?(?:-|${until})\s?${time})?(?!\d)`,
  // $5,000 to $10,000, 4.500 EUR, 1.250,50 TL, USD 900, 5000 - 10000 USD
  String.raw`[$€£₺]\s?${amount}(?!\d)(?:${range}${amount}(?!\d))?`,
  String.raw`(?<![${letter}])${anyOf('currencies')}\s?${amount}(?!\d)(?:${range}${amount}(?!\d))?`,
  String.raw`${fresh}${amount}(?:${range}${amount})?\s?(?:[$€£₺%]|${unit}(?![${letter}0-9]))`,
  String.raw`(?<!\d\s?)[%±≈~]\s?\d{1,3}(?:[.,]\d{1,2})?(?!\d)`,
  // 10x20x30 mm, 3.5 x 11.5
  String.raw`${fresh}(?<!\dx|\d x ?)(?!\d{3}\s?x\s?\d{3}\s?x\s?\d{4}(?!\s?${unit}(?![${letter}0-9])))${side}(?:\s?x\s?${side}){1,2}(?!\d|\s?x\s?\d)(?:\s?${unit}(?![${letter}0-9]))?`,
  // 1.350, 1.700-1.800 and 8.40, with no figure next to them.
  String.raw`${fresh}${thousands}(?:\s?-\s?${thousands})?(?![.,:/-]?\d| \d)`,
  String.raw`${fresh}(?<!\d[,:] ?)[1-9]\d{0,2}[.,]\d{1,2}(?![.,:/-]?\d| \d)`,
  // A plate of a Turkish car.
  String.raw`(?<![a-z\d.,:])(?:0[1-9]|[1-7]\d|8[01]) (?!x|${anyOf('notOnPlates')})[a-z]{1,3} \d{2,5}(?![a-z\d])`,
  // What is counted by the year: 2026-0412.
  String.raw`(?<![\d.,/]|\d-)20[0-3]\d[-/]\d{3,6}${done}`,
  // 26: 220, 27: 220
  String.raw`${fresh}${priced}(?:, ${priced}){1,20}${done}`,
  // Blood pressure, always two or three digits over two or three.
  String.raw`${fresh}${pressure}(?:[,;]?\s${pressure}){0,5}`,
];
const plainInnocent = new RegExp(patterns.join('|'), 'g');

const numero = anyOf('numero');
const productCode = new RegExp(
  String.raw`(?<![${letter}])${anyOf('products')}(?:\s?${numero}(?![${letter}]))?\s?[.:#=]{0,2}\s?((?:\(\d{2}\))?[a-z0-9][a-z0-9\-/.()]{2,40})`,
  'g',
);
/** Papers of every day: what says their number must say so, and be shorter or longer than what is dialled. */
const paperNumber = new RegExp(
  String.raw`(?<![${letter}])${anyOf('papers')}[${letter}]{0,5}\s(?:${numero}(?:\s(?:${anyOf('is')}|no))?\s?[.:#]{0,2}\s?)?((?:[a-z]{2}\s)?\d[\d\-/. ]{4,30}\d)`,
  'g',
);
const isPaperNumber = (code: string): boolean => {
  const { length } = code.replace(/\D/g, '');
  if (length < 10 || length > 12 || /^20[12]\d[-/]/.test(code)) return true;
  return /\d[ \-/.]\d/.test(code) && !mobileLike.test(code);
};
const mobileLike =
  /^(?:\+|00|\(?0?5\d\d\)?\D?\d{3}\D?\d{2}\D?\d{2}$|90\D?5|\(?\d{3}\)?[-. ]\d{3}[-. ]\d{4}$|0\d{9,10}$|0\d{2,4}[ \-/.])/;

/** House number and postcode, where a street stands before them: "No: 123/4, 34710 Kadıköy". */
const houseNumber = new RegExp(
  String.raw`(?<!\d)\d{1,4}[a-z]?(?:\s?[-/]\s?\d{1,4}[a-z]?)?,?\s\d{5}(?=\s[${letter}])`,
  'g',
);
const street = new RegExp(String.raw`(?<![${letter}])${anyOf('streets')}[\s.:,]`);

/** Where a row of digits begins like a number that is dialled, nothing in it is a date or an amount. */
export const dialled =
  /(?<![\d.,])(?:\+\s?\(?\d|(?<![a-z])(?:00[1-9]\d|\(?0[2-5]\d\d\)?(?!\d{0,2}[.,/])))/y;

/** Teeth by their numbers, with a word of teeth beside them. */
const teeth = new RegExp(
  String.raw`(?<!\d|\d[ .\-/])[1-4][1-8](?:[\s,;/&-]{1,3}(?:${and} )?[1-4][1-8]){2,31}(?!\d|[ .\-/]\d)`,
  'g',
);
const ofTeeth = new RegExp(`(?<![${letter}])${anyOf('teeth')}`);

const number = String.raw`(?:[1-9]\d{0,2}(?:[.,]\d{3}){1,2}|[1-9]\d{0,6}|0)(?:[.,]\d{1,2})?`;
const equation = new RegExp(
  String.raw`(?<![\d.,+])${number}(?:\s{0,2}[-+*x/]\s{0,2}${number}){1,12}\s{0,2}=\s{0,2}${number}(?![.,]?\d)`,
  'g',
);
/** "1.250,50", "1,250.50" and "1250" alike. */
const valueOf = (written: string): number =>
  Number(written.replace(/[.,](?=\d{3}(?!\d))/g, '').replace(',', '.'));

/** A sum that is right is no telephone number: "1.250 + 300 = 1.550". */
function isRight(sum: string): boolean {
  const [left = '', right = ''] = sum.replace(/\s/g, '').split('=');
  let total = 0;
  for (const [, sign, product = ''] of left.matchAll(/(^|[-+])([^-+]+)/g)) {
    let value = 1;
    for (const [, by, factor = ''] of product.matchAll(/(^|[*x/])([\d.,]+)/g))
      value = by === '/' ? value / valueOf(factor) : value * valueOf(factor);
    total += sign === '-' ? -value : value;
  }
  return Math.abs(total - valueOf(right)) < 0.01;
}

const blot = (found: string) => '#'.repeat(found.length);

/** The text with the digits of sums that are right as `#`: the plus of a sum begins no number. */
export const blotSums = (text: string): string =>
  text.replace(equation, (found) => (isRight(found) ? blot(found) : found));

/** The text with all innocent digits as `#`, everything at its place. */
export function blotInnocent(text: string): string {
  return blotSums(text)
    .replace(paperNumber, (found, code: string) => (isPaperNumber(code) ? blot(found) : found))
    .replace(teeth, (found, at: number) =>
      ofTeeth.test(text.slice(Math.max(0, at - 25), at + found.length + 25)) ? blot(found) : found,
    )
    .replace(productCode, (found, code: string) =>
      /\d/.test(code) && !mobileLike.test(code) ? blot(found) : found,
    )
    .replace(houseNumber, (found, at: number) =>
      street.test(text.slice(Math.max(0, at - 30), at)) ? blot(found) : found,
    )
    .replace(plainInnocent, blot);
}

const isYear = (group: string) => /^(?:19|20)\d\d$/.test(group);
const isTooth = (group: string) => /^(?:[1-4][1-8]|[5-8][1-5])$/.test(group);
const isRound = (group: string) => /^[1-9]\d{1,6}0$/.test(group);

/** 1, 2, 3 and 5, 10, 15. */
function isCounting(groups: readonly string[]): boolean {
  const step = Number(groups[1]) - Number(groups[0]);
  if (step === 0 || groups.some((group) => /^0\d/.test(group))) return false;
  return groups.every((group, at) => at === 0 || Number(group) - Number(groups[at - 1]) === step);
}

const commaSign = new RegExp(String.raw`[,;\n&]|${wholeWordOf('and', 'or')}`);
const listSign = new RegExp(String.raw`[,;/\n&=+-]|${wholeWordOf('and', 'or', 'until')}`);

/** Whether rows of separate numbers that say no amount or date are a list of such all the same. */
export function isListOfNumbers(groups: readonly string[], between: readonly string[]): boolean {
  if (groups.length < 2) return false;
  const listed = between.every((sign) => listSign.test(sign));
  if (groups.every(isYear) || (listed && groups.every(isRound))) return true;
  if (groups.length > 3 && isCounting(groups)) return true;
  const commas = between.every((sign) => commaSign.test(sign));
  if (!commas || groups.length < 3) return false;
  const counting = isCounting(groups);
  // Days of controls: 1, 3, 7, 14, 30 and 90.
  const climbing =
    groups.length > 3 &&
    groups.every(
      (group, at) =>
        /^[1-9]\d{0,2}$/.test(group) && (at === 0 || Number(group) > Number(groups[at - 1])),
    );
  return counting || climbing || groups.every(isTooth);
}

/**
 * Whether single digits and pairs follow each other as on a list: times (9.00 9.30 10.00), points that go up (1.1, 1.2, 2.1),
 * or round amounts with their numbers in front (1) 500 2) 600). `between`: what stands before each group.
 */
export function isOrderedList(groups: readonly string[], between: readonly string[]): boolean {
  if (groups.length < 4 || groups.length % 2 === 1) return false;
  const pairs = Array.from({ length: groups.length / 2 }, (_, at) => ({
    first: Number(groups[2 * at]),
    second: groups[2 * at + 1]!,
    inside: between[2 * at + 1]!,
  }));
  const isNumbered = pairs.every(
    ({ first, second, inside }, at) =>
      first === at + 1 && /^[.):-]\s?$/.test(inside) && isRound(second),
  );
  if (isNumbered) return true;
  const isApart = pairs.every((_, at) => at === 0 || /[\s,;/-]/.test(between[2 * at]!));
  if (!isApart || !pairs.every(({ inside }) => inside === '.')) return false;
  const areTimes = pairs.every(({ first, second }) => first < 24 && /^[0-5][05]$/.test(second));
  const values = pairs.map(({ first, second }) => first * 100 + Number(second));
  return (
    areTimes ||
    (groups.every((group) => group.length < 3) &&
      values.every((value, at) => at === 0 || value > values[at - 1]!))
  );
}
