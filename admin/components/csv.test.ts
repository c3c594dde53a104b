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
    '\t=1',
    '\r=1',
    '\n=1',
    ' =1',
    '=HYPERLINK("http://evil.example")\nsecond line',
    '＝1',
    '＋1',
    '－1',
    '＠A1',
  ])('takes the power from %j', (text) => {
    expect(cellOf(text)).toBe(`'${text}`);
  });

  it.each(['Dr. Kaya', 'a=b', '5 - 6', '', "O'Brien", 'a, "b"\nc'])('leaves %j alone', (text) => {
    expect(cellOf(text)).toBe(text);
  });

  it('keeps figures figures and empty cells empty', () => {
    const rows = [
      { text: 'a', count: -5 },
      { text: 'b', count: null },
    ];
    expect(toCsv(columns, rows)).toBe('Text,Count\r\na,-5\r\nb,');
  });

  it('has its head without rows', () => {
    expect(toCsv(columns, [])).toBe('Text,Count\r\n');
  });
});
