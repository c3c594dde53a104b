/** What words of English and Turkish say as digits, one by one or as one number. */
export interface NumberWord {
  readonly kind: 'one' | 'teen' | 'ten' | 'hundred';
  readonly digits: string;
}

const listed = (kind: NumberWord['kind'], words: string) =>
  words.split(' ').map((entry): [string, NumberWord] => {
    const [word, digits] = entry.split('=') as [string, string];
    return [word, { kind, digits }];
  });

const words = new Map<string, NumberWord>([
  ...listed(
    'one',
    'zero=0 oh=0 nought=0 null=0 one=1 two=2 three=3 four=4 five=5 six=6 seven=7 eight=8 nine=9 niner=9 ' +
      'sifir=0 bir=1 iki=2 uc=3 dort=4 bes=5 alti=6 yedi=7 sekiz=8 dokuz=9 fife=5 ate=8 fivve=5',
  ),
  ...listed(
    'teen',
    'ten=10 eleven=11 twelve=12 thirteen=13 fourteen=14 fifteen=15 sixteen=16 seventeen=17 eighteen=18 nineteen=19',
  ),
  ...listed(
    'ten',
    'on=1 twenty=2 thirty=3 forty=4 fourty=4 fifty=5 sixty=6 seventy=7 eighty=8 ninety=9 ' +
      'yirmi=2 otuz=3 kirk=4 elli=5 altmis=6 yetmis=7 seksen=8 doksan=9',
  ),
  ...listed('hundred', 'hundred=1 yuz=1'),
]);

const longest = Math.max(...[...words.keys()].map((word) => word.length));

/** The number words that a word is made of: `besyuzotuziki` is four. None where a part of it is anything else. */
export function numberWordsIn(word: string): readonly NumberWord[] {
  const whole = words.get(word);
  if (whole) return [whole];
  if (word.length > 60) return [];
  const found: NumberWord[] = [];
  for (let at = 0; at < word.length;) {
    let length = Math.min(longest, word.length - at);
    // "on" and "oh" are in the middle of too many words.
    while (length > 1 && !words.has(word.slice(at, at + length))) length -= 1;
    const one = words.get(word.slice(at, at + length));
    if (!one) return [];
    found.push(one);
    at += length;
  }
  return found;
}

/** "double five", "üç tane"... is left to the reader; these two are how numbers are read out. */
export const repeats: Record<string, number> = { double: 2, triple: 3, cift: 2 };

/**
 * The digits that a row of number words says: "five hundred thirty two" is 532, "five three two" as well; a word that
 * does not fit into the number before it begins the next.
 */
export function digitsOf(row: readonly NumberWord[]): string {
  let said = '';
  let hundreds = '';
  let tens = '';
  let ones = '';
  const flush = () => {
    if (hundreds) said += hundreds + (tens.length === 2 ? tens : (tens || '0') + (ones || '0'));
    else if (tens) said += tens.length === 2 ? tens : tens + (ones || '0');
    else said += ones;
    hundreds = tens = ones = '';
  };
  for (const { kind, digits } of row) {
    if (kind === 'hundred') {
      if (ones && !hundreds && !tens) {
        hundreds = ones;
        ones = '';
      } else {
        flush();
        hundreds = '1';
      }
    } else if (kind === 'one') {
      // Zero stands alone wherever it is said.
      if (ones || tens.length === 2 || digits === '0') flush();
      ones = digits;
      if (digits === '0') flush();
    } else {
      if (tens || ones) flush();
      tens = digits;
    }
  }
  flush();
  return said;
}
