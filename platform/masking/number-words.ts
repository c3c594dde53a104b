import { numberWords, wordSet } from '#platform/text/contact-words';

/** What a word says as digits, one by one or as a part of one number. */
export interface NumberWord {
  /** `and` stands between ones and the tens after them; `teen-of` makes the ones before it a number above ten. */
  readonly kind: 'one' | 'teen' | 'ten' | 'hundred' | 'and' | 'teen-of' | 'times';
  readonly digits: string;
}

type Entry = readonly [word: string, meaning: NumberWord];

const said = (kind: NumberWord['kind'], list: Parameters<typeof numberWords>[0]): Entry[] =>
  numberWords(list).map(([word, value]) => {
    const isOfPlace = kind === 'ten' || kind === 'hundred';
    return [word, { kind, digits: isOfPlace ? value[0]! : value }];
  });
const marks = (kind: 'and' | 'teen-of', words: ReadonlySet<string>): Entry[] =>
  [...words].map((word) => [word, { kind, digits: '1' }]);

/** Words that say a number wherever they stand. */
const words = new Map<string, NumberWord>([
  ...marks('teen-of', wordSet('makesTeens')),
  ...said('one', 'ones'),
  ...said('teen', 'teens'),
  ...said('ten', 'tens'),
  ...said('hundred', 'hundreds'),
]);
/** Parts of words that say one: alone they are other words. */
const parts = new Map<string, NumberWord>([
  ...marks('and', wordSet('joinsTens')),
  ...said('times', 'repeats'),
  ...said('one', 'insideNumbers'),
  ...words,
]);

const longest = Math.max(...[...parts.keys()].map((word) => word.length));

/** The number words that a word is made of: `besyuzotuziki` is four. None where a part of it is anything else. */
export function numberWordsIn(word: string): readonly NumberWord[] {
  const whole = words.get(word);
  if (whole) return [whole];
  if (word.length > 60) return [];
  const found: NumberWord[] = [];
  let says = false;
  for (let at = 0; at < word.length;) {
    let length = Math.min(longest, word.length - at);
    // "on" and "oh" are in the middle of too many words.
    while (length > 1 && !parts.has(word.slice(at, at + length))) length -= 1;
    const part = word.slice(at, at + length);
    const one = parts.get(part);
    if (!one) return [];
    says ||= words.has(part);
    found.push(one);
    at += length;
  }
  const { kind } = found.at(-1)!;
  return says && kind !== 'and' && kind !== 'times' ? found : [];
}

/** "double five": how numbers are read out. */
export const repeats: ReadonlyMap<string, number> = new Map(
  numberWords('repeats').map(([word, times]) => [word, Number(times)]),
);

/** One number while it is read: its hundreds, tens and ones. */
interface Reading {
  said: string;
  hundreds: string;
  tens: string;
  ones: string;
}

function flush(reading: Reading): void {
  const { hundreds, tens, ones } = reading;
  if (hundreds)
    reading.said += hundreds + (tens.length === 2 ? tens : (tens || '0') + (ones || '0'));
  else if (tens) reading.said += tens.length === 2 ? tens : tens + (ones || '0');
  else reading.said += ones;
  reading.hundreds = reading.tens = reading.ones = '';
}

function readHundred(reading: Reading, digits: string): void {
  const { hundreds, tens, ones } = reading;
  if (ones && !hundreds && !tens) {
    reading.hundreds = ones;
    reading.ones = '';
  } else {
    flush(reading);
    reading.hundreds = digits;
  }
}

function readOne(reading: Reading, digits: string): void {
  // Zero stands alone wherever it is said.
  if (reading.ones || reading.tens.length === 2 || digits === '0') flush(reading);
  reading.ones = digits;
  if (digits === '0') flush(reading);
}

/** Tens with the ones that stood before them: the number is whole. */
function readAfterOnes(reading: Reading, digits: string): void {
  reading.tens = digits;
  flush(reading);
}

/**
 * The digits that a row of number words says: "five hundred thirty two" is 532, "five three two" and "fünfhundertzweiunddreißig"
 * as well; a word that does not fit into the number before it begins the next.
 */
export function digitsOf(row: readonly NumberWord[]): string {
  const reading: Reading = { said: '', hundreds: '', tens: '', ones: '' };
  let times = 1;
  let isAwaited = false;
  for (const { kind, digits } of row) {
    const hasOnes = reading.ones !== '' && reading.tens === '';
    const follows = isAwaited && hasOnes;
    isAwaited = kind === 'and';
    if (kind === 'times') {
      flush(reading);
      times = Number(digits);
      continue;
    }
    if (kind === 'hundred') readHundred(reading, digits);
    else if (kind === 'one' && times > 1) reading.said += digits.repeat(times);
    else if (kind === 'one') readOne(reading, digits);
    else if ((kind === 'teen-of' && hasOnes) || (kind === 'ten' && follows))
      readAfterOnes(reading, digits);
    else if (kind !== 'and') {
      if (reading.tens || reading.ones) flush(reading);
      reading.tens = kind === 'teen-of' ? '10' : digits;
    }
    times = 1;
  }
  flush(reading);
  return reading.said;
}
