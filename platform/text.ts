import { z } from 'zod';

/** C0 and C1 controls but tab and line feed, the bidi overrides and isolates, and the byte order mark. */
// eslint-disable-next-line no-control-regex
const unwanted = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufeff]/g;

/**
 * What people type, as it is stored: NFC, line feeds only, no control characters, no half characters,
 * no space at either end. Postgres refuses NUL and lone surrogates, so this comes before any write.
 */
export const cleanText = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(unwanted, '')
    .replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '')
    .normalize('NFC')
    .trim();

/** Free text over several lines, at most `max` characters after cleaning. Empty is allowed. */
export const multilineText = (max: number, tooLong?: string) =>
  z.string().transform(cleanText).pipe(z.string().max(max, tooLong));
