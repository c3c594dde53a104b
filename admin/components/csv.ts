import Papa from 'papaparse';

/** One column of an export. */
export interface CsvColumn<R> {
  readonly label: string;
  readonly value: (record: R) => string | number | null;
}

/** What a spreadsheet would run, also behind blanks and quotes and in full-width signs. */
const formula = /^[\s"]*[=+\-@\t\r＝＋－＠]/;

/**
 * The same behind whatever may separate cells where the file is read by other rules than ours: with a semicolon as the
 * separator a quote in the middle of a line means nothing, and what follows the next semicolon or line break is a cell.
 */
const innerFormula = /([,;|\t\r\n][\s"]*)(?=[=+\-@＝＋－＠])/g;

/** A text that is one and stays one in any spreadsheet: an apostrophe stands before what would be run. */
function harmless(value: string | number | null): string | number {
  if (typeof value !== 'string') return value ?? '';
  const inner = value.replace(innerFormula, "$1'");
  return formula.test(value) ? `'${inner}` : inner;
}

/** Rows as CSV, every cell in quotes. */
export function toCsv<R>(columns: readonly CsvColumn<R>[], rows: readonly R[]): string {
  return Papa.unparse(
    {
      fields: columns.map(({ label }) => label),
      data: rows.map((row) => columns.map(({ value }) => harmless(value(row)))),
    },
    { quotes: true, newline: '\r\n' },
  );
}
