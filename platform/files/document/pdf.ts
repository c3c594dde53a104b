import type { DocumentWarning } from '../document-states';

/** A PDF ends with this within its last bytes; what was cut off on the way does not. */
const tail = 2_048;

/** Names that make a viewer act, with the warning that each becomes. */
const names: ReadonlyArray<readonly [warning: DocumentWarning, pattern: RegExp]> = [
  ['pdf-javascript', /\/(?:JavaScript|JS)(?=[\s/<>[\]()%]|$)/],
  ['pdf-launch', /\/Launch(?=[\s/<>[\]()%]|$)/],
  ['pdf-embedded-file', /\/EmbeddedFiles?(?=[\s/<>[\]()%]|$)/],
  ['pdf-form-action', /\/(?:SubmitForm|ImportData|XFA|RichMedia)(?=[\s/<>[\]()%]|$)/],
  ['pdf-other-file', /\/GoTo[RE](?=[\s/<>[\]()%]|$)/],
  // A share of the network, written plainly, in octal or in hexadecimal digits: opening it sends a password along.
  [
    'pdf-network-path',
    /\/URI\s*(?:\(\s*(?:\\\\|(?:\\134){2}|\/\/|file:)|<\s*(?:5c\s*5c|2f\s*2f|66\s*69\s*6c\s*65))/i,
  ],
  ['pdf-encrypted', /\/Encrypt(?=[\s/<>[\]()%]|$)/],
];

/** `/J#61vaScript` is `/JavaScript`: any character of a name may be written as its number. */
const unescaped = (text: string): string =>
  text.replace(/#([0-9a-fA-F]{2})/g, (_all, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );

/** Warnings for the active content that these bytes of a PDF name. */
export function activeNamesIn(bytes: Buffer): DocumentWarning[] {
  const text = unescaped(bytes.toString('latin1'));
  return names.filter(([, pattern]) => pattern.test(text)).map(([warning]) => warning);
}

/** How the file ends: nothing of note, cut off, or going on as what may be another kind of file as well. */
function endingOf(bytes: Buffer): DocumentWarning[] {
  const end = bytes.subarray(-tail).toString('latin1');
  const last = end.lastIndexOf('%%EOF');
  if (last < 0) return ['pdf-cut-off'];
  return /[^\s\0]/.test(end.slice(last + '%%EOF'.length)) ? ['pdf-trailing-data'] : [];
}

/**
 * Warnings for how a PDF ends and for what it names in the open; compressed parts are read later, in the worker.
 * A viewer repairs many a PDF without its end: whether this one can be read, a person judges.
 */
export const checkPdf = (bytes: Buffer): DocumentWarning[] => [
  ...activeNamesIn(bytes),
  ...endingOf(bytes),
];
