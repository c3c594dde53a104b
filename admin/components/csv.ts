import Papa from 'papaparse';

/** One column of an export. */
export interface CsvColumn<R> {
  readonly label: string;
  readonly value: (record: R) => string | number | null;
}

/**
 * What a spreadsheet would run, also behind a line break and in full-width signs. The library's own pattern
 * misses a formula whose cell holds a line break.
 */
const formula = /^\s*[=+\-@\t\r＝＋－＠]/;

/** Rows as CSV; a cell that a spreadsheet would take for a formula starts with an apostrophe. */
export function toCsv<R>(columns: readonly CsvColumn<R>[], rows: readonly R[]): string {
  return Papa.unparse(
    {
      fields: columns.map(({ label }) => label),
      data: rows.map((row) => columns.map(({ value }) => value(row))),
    },
    { escapeFormulae: formula, newline: '\r\n' },
  );
}
