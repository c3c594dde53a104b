import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { toCsv, type CsvColumn } from './csv';

interface Row {
  readonly text: string;
  readonly count: number | null;
}
const columns: readonly CsvColumn<Row>[] = [
  { label: 'Text', value: ({ text }) => text },
  { label: 'Count', value: ({ count }) => count },
];
const cellOf = (text: string): string => {
  const { data } = Papa.parse<string[]>(toCsv(columns, [{ text, count: 1 }]));
  return data[1]![0]!;
};

describe('an export', () => {
  it.each([
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    ' =1',
    '"=1',
    '\tplain',
    '=HYPERLINK("http://evil.example")\nsecond line',
    '＝1',
    '＋1',
    '－1',
    '＠A1',
  ])('takes the power from %j', (text) => {
    expect(cellOf(text)).toBe(`'${text}`);
  });

  it.each([
    ['\t=1', "'\t'=1"],
    ['\r=1', "'\r'=1"],
    ['\n=1', "'\n'=1"],
    ['a;=1', "a;'=1"],
    ['a,@B', "a,'@B"],
    ['a\t-1', "a\t'-1"],
    ['a|+1', "a|'+1"],
    ['a; "=1', 'a; "\'=1'],
    ['a;;＝1\r\n=2', "a;;'＝1\r\n'=2"],
  ])('takes the power from what follows a separator in %j', (text, harmless) => {
    expect(cellOf(text)).toBe(harmless);
  });

  it.each([';', '\t', '|', ','])('leaves no formula to who reads it with %j', (delimiter) => {
    const signs = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];
    const rows = signs.flatMap((sign) =>
      [';', '\t', '|', ',', '\n', '\r', '\r\n', '"', '";"', ''].flatMap((separator) =>
        ['a', ''].map((before) => ({ text: `${before}${separator}${sign}SUM(A1)`, count: 1 })),
      ),
    );
    const asCsv = toCsv([...columns, columns[0]!], rows);
    const { data } = Papa.parse<string[]>(asCsv, { delimiter });
    const run = data.flat().filter((cell) => /^[\s"]*[=+\-@＝＋－＠]/.test(cell));
    expect(run).toEqual([]);
    // Without quotes being known at all.
    const naive = asCsv.split(/\r\n|\r|\n/).flatMap((line) => line.split(delimiter));
    expect(naive.filter((cell) => /^[\s"]*[=+\-@＝＋－＠]/.test(cell))).toEqual([]);
  });

  it.each(['Dr. Kaya', 'a=b', '5 - 6', '', "O'Brien", 'a, "b"\nc'])('leaves %j alone', (text) => {
    expect(cellOf(text)).toBe(text);
  });

  it('keeps figures figures and empty cells empty', () => {
    const rows = [
      { text: 'a', count: -5 },
      { text: 'b', count: null },
    ];
    expect(toCsv(columns, rows)).toBe('"Text","Count"\r\n"a","-5"\r\n"b",""');
  });

  it('has its head without rows', () => {
    expect(toCsv(columns, [])).toBe('"Text","Count"\r\n');
  });
});
