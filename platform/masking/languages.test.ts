import { describe, expect, it } from 'vitest';
import { maskingLists, maskingWords } from '#languages/masking.ts';
import { maskMessages, maskSign, maskText } from './mask';
import { digitsOf, numberWordsIn } from './number-words';
import { toPlainText } from './plain-text';

interface Table {
  readonly contactData: readonly (readonly [text: string, gone: string])[];
  readonly splitContactData: readonly (readonly string[])[];
  readonly innocent: readonly string[];
}
const tables = Object.entries(
  import.meta.glob<Table>('../../languages/*/masking.test-table.ts', { eager: true }),
).map(([file, table]) => ({ language: /languages\/([^/]+)/.exec(file)![1]!, ...table }));

describe.each(tables)(
  'masking of what is written in $language',
  ({ contactData, splitContactData, innocent }) => {
    it('has tables worth their name', () => {
      expect(contactData.length).toBeGreaterThanOrEqual(40);
      expect(innocent.length).toBeGreaterThanOrEqual(40);
    });

    it.each(contactData)('masks: %s', (text, gone) => {
      expect(text).toContain(gone);
      const masked = maskText(text);
      expect(masked.text).toContain(maskSign);
      expect(masked.text).not.toContain(gone);
      expect(maskText(masked.text)).toEqual({ text: masked.text, found: [] });
    });

    it.each(splitContactData.map((texts) => [texts]))('finds what is split over: %j', (texts) => {
      const masked = maskMessages(texts);
      expect(masked[0]!.text).toContain(maskSign);
      expect(masked.at(-1)!.text).toContain(maskSign);
      expect(maskText(texts[0]!).found).toEqual([]);
    });

    it('leaves what is innocent as it is', () => {
      expect(innocent.filter((text) => maskText(text).text !== text)).toEqual([]);
    });

    it('masks nothing in rows of innocent messages', () => {
      const rows = innocent.map((_, at) => innocent.slice(Math.max(0, at - 7), at + 1));
      const touched = rows.flatMap((texts) =>
        maskMessages(texts).filter(({ found }) => found.length),
      );
      expect(touched).toEqual([]);
    });
  },
);

const numbers = ['ones', 'teens', 'tens', 'hundreds', 'insideNumbers', 'repeats'] as const;
const linesOf = (words: (typeof maskingWords)[number]) => [
  ...numbers.flatMap((list) => Object.values(words[list] ?? {})),
  ...maskingLists.flatMap((list) => (/letters|capitals/.test(list) ? [] : (words[list] ?? []))),
];

describe('the words of each language', () => {
  it.each(maskingWords)('%# are in lists that are read', (words) => {
    const known = new Set<string>([...numbers, ...maskingLists]);
    expect(Object.keys(words).filter((list) => !known.has(list))).toEqual([]);
  });

  it.each(maskingWords)('%# are written as a plain text has them', (words) => {
    const plain = (line: string) => toPlainText(line.replaceAll('…', '')).text;
    const other = linesOf(words).filter((line) => plain(line) !== line.replaceAll('…', ''));
    expect(other).toEqual([]);
    // Words, and the signs that the folder's page names.
    expect(linesOf(words).filter((line) => !/^[\p{L} ,'/()?*…-]+$/u.test(line))).toEqual([]);
  });

  it.each(maskingWords)('%# take no time when they are repeated', (words) => {
    const entries = linesOf(words).flatMap((line) => line.replace(/[()?*…]/g, '').split(/, ?/));
    for (let at = 0; at < entries.length; at += 8) {
      const some = entries.slice(at, at + 8);
      for (const piece of [`${some.join(' ')} `, `${some[0]} a `, `a_b ${some[0]} 1 `]) {
        const began = process.cpuUsage();
        maskText(piece.repeat(4_000 / piece.length + 1));
        const { user, system } = process.cpuUsage(began);
        expect((user + system) / 1_000, piece).toBeLessThan(500);
      }
    }
  });
});

describe('numbers with ones before tens', () => {
  const digits = (text: string) =>
    digitsOf(text.split(' ').flatMap((word) => [...numberWordsIn(toPlainText(word).text)]));

  it.each([
    ['dreiundzwanzig', '23'],
    ['einundfünfzig', '51'],
    ['fünfhundertzweiunddreißig', '532'],
    ['hunderteins', '101'],
    ['null eins fünf eins', '0151'],
    ['doppelfünf drei', '553'],
    ['ثلاثة وعشرون', '23'],
    ['خمسمئة واثنان وثلاثون', '532'],
    ['خمسة عشر', '15'],
    ['مئتان وثلاثة', '203'],
    ['خمسة ثلاثة اثنين', '532'],
    ['five hundred thirty two', '532'],
    ['beşyüzotuziki', '532'],
  ])('%s is %s', (text, said) => expect(digits(text)).toBe(said));

  it.each(['und', 'ein', 'undein', 'doppel', 'einander', 'Achtung', 'beachten', 'و'])(
    '%s is none',
    (word) => expect(numberWordsIn(toPlainText(word).text)).toEqual([]),
  );
});
