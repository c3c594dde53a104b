/** What the virus scanner says of a file; only `clean` and `not_scanned` (no scanner configured) may be read by others than staff. */
export const scanStates = ['pending', 'clean', 'infected', 'failed', 'not_scanned'] as const;
export type ScanState = (typeof scanStates)[number];

/** What in a file a person must judge; the console has words for each: `console.documents.warning.<warning>`. */
export const documentWarnings = [
  'pdf-javascript',
  'pdf-launch',
  'pdf-embedded-file',
  'pdf-form-action',
  'pdf-other-file',
  'pdf-network-path',
  'pdf-encrypted',
  'pdf-unread-parts',
  'pdf-cut-off',
  'pdf-trailing-data',
  'docx-embedded-object',
  'doc-embedded-object',
] as const;
export type DocumentWarning = (typeof documentWarnings)[number];
