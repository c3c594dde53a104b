/**
 * Marks in a row that no language writes on one letter: letters with marks have a handful of them. Normalisation sorts
 * each run by insertion, so its time grows with the square of a run's length.
 */
export const mostMarks = 30;

/** Besides the marks themselves what NFKC and NFKD read as marks: the half-width sound marks of Japanese. */
const markRun = new RegExp(`[\\p{M}\\uff9e\\uff9f]{${mostMarks + 1}}`, 'u');
const marksBeyond = new RegExp(
  `([\\p{M}\\uff9e\\uff9f]{${mostMarks}})[\\p{M}\\uff9e\\uff9f]+`,
  'gu',
);
/** Below it no mark stands; most texts are answered by this one look. */
const beyondLatin = /[\u0300-\uffff]/;

/** Whether a text has more than {@link mostMarks} marks in a row. Such text is refused where it comes in. */
export const hasMarkRun = (text: string): boolean => beyondLatin.test(text) && markRun.test(text);

/** What whoever sent such text reads. */
export const marksRefused = 'error.too_many_marks';

/**
 * Unicode normalisation, for all of the product (lint refuses the plain method). Time grows with the text's length only:
 * of a run of marks that came past the checks, out of the database for one, the first {@link mostMarks} stay.
 */
export const normalized = (text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD'): string =>
  // eslint-disable-next-line no-restricted-syntax
  (hasMarkRun(text) ? text.replace(marksBeyond, '$1') : text).normalize(form);

/** C0 and C1 controls but tab and line feed, the bidi overrides and isolates, and the byte order mark. */
// eslint-disable-next-line no-control-regex
const unwanted = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufeff]/g;

/**
 * What people type, as it is stored: NFC, line feeds only, no control characters, no half characters,
 * no space at either end. Postgres refuses NUL and lone surrogates, so this comes before any write.
 */
export const cleanText = (text: string): string =>
  normalized(
    text
      .replace(/\r\n?/g, '\n')
      .replace(unwanted, '')
      .replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, ''),
    'NFC',
  ).trim();

/**
 * What leaves no mark on a page: spaces of every kind, what is never shown, marks without a letter, and the letters
 * and signs that are drawn as nothing (Hangul fillers are among the ignorable, Braille's blank and a null notehead not).
 */
const invisible = /[\p{Z}\p{C}\p{M}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}]/gu;

/** Whether a text shows anything at all. */
export const isVisible = (text: string): boolean => text.replace(invisible, '') !== '';
