import { buffer } from 'node:stream/consumers';
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl';
import { isAppError } from '../../base/errors';
import type { DocumentWarning } from '../document-states';
import { xmlText } from './read-xml';
import { damaged, unfit } from './refusal';
import { checkWordPart, type WordBudget } from './word-part';

const maxEntries = 2_000;
const maxUnpacked = 100 * 1024 * 1024;
const maxRatio = 100;
/** Of one part that is text; no letter of 10 MB has a longer one. */
const maxText = 32 * 1024 * 1024;
/** Tags and pieces of text of all parts together: a page has some two thousand. */
const maxTokens = 2_000_000;

const required = ['[content_types].xml', 'word/document.xml'];
/** Things that a text has no need to carry, by their names. */
const archives = /\.(zip|rar|7z|gz|tar|jar|exe|dll|msi|scr|bat|cmd|js|vbs|hta|lnk|docm|dotm|xlsm)$/;

/**
 * Looks at a Word document by the listing of its container, and reads its texts one by one: types of content,
 * relationships and fields (security 54). Belongs into the process that takes files apart. Returns warnings for what is
 * embedded in it.
 *
 * @throws AppError `unsupported_file_type` (macros, links to elsewhere, fields that start programs, nested archive,
 * encrypted, no Word document, a bomb, an encoding that hides words), `validation_failed` (damaged)
 */
export async function checkDocx(bytes: Buffer): Promise<DocumentWarning[]> {
  try {
    const zip = await fromBufferPromise(bytes, { strictFileNames: true });
    if (zip.entryCount > maxEntries) throw unfit('archive');
    const entries: Entry[] = [];
    // Names that climb, begin at a root or hold backslashes end the walk with an error.
    for await (const entry of zip.eachEntry()) entries.push(entry);
    checkListing(entries, bytes.length);
    const budget: WordBudget = { tokens: maxTokens };
    for (const entry of entries) await checkPart(zip, entry, budget);
    return embeddedIn(entries);
  } catch (error) {
    throw isAppError(error) ? error : damaged('damaged');
  }
}

/** A part of a document that was looked at, by its name in lower case. */
export interface WordPart {
  readonly name: string;
  readonly read: () => Promise<Buffer>;
}

/** The parts of a document that {@link checkDocx} has let pass. @throws AppError `validation_failed` (damaged) */
export async function* openDocx(bytes: Buffer): AsyncGenerator<WordPart> {
  const zip = await fromBufferPromise(bytes, { strictFileNames: true });
  for await (const entry of zip.eachEntry())
    yield { name: nameOf(entry), read: () => readPart(zip, entry) };
}

const nameOf = ({ fileName }: Entry): string => fileName.toLowerCase();

function checkListing(entries: readonly Entry[], packed: number): void {
  if (entries.length > maxEntries) throw unfit('archive');
  const names = new Set(entries.map(nameOf));
  if (!required.every((name) => names.has(name))) throw unfit('type');
  if (names.size < entries.length) throw unfit('archive');
  if (entries.some((entry) => entry.isEncrypted())) throw unfit('encrypted');
  if ([...names].some((name) => /(^|\/)vba(project|data)/.test(name))) throw unfit('macros');
  if ([...names].some((name) => archives.test(name))) throw unfit('archive');
  const unpacked = entries.reduce((sum, entry) => sum + entry.uncompressedSize, 0);
  if (unpacked > maxUnpacked || unpacked > packed * maxRatio) throw unfit('archive');
  if (entries.some(isLonger)) throw damaged('damaged');
  if (overlap(entries)) throw unfit('archive');
}

/** Packing makes nothing much longer: an entry that it would is longer than the listing says. */
const isLonger = ({ compressedSize, uncompressedSize }: Entry): boolean =>
  compressedSize > uncompressedSize * 1.01 + 64;

/** Entries that share their bytes: how a small file says that it holds a huge one. */
function overlap(entries: readonly Entry[]): boolean {
  let end = 0;
  return [...entries]
    .sort((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader)
    .some(({ relativeOffsetOfLocalHeader: start, compressedSize }) => {
      const overlaps = start < end;
      end = start + 30 + compressedSize;
      return overlaps;
    });
}

const embeddedIn = (entries: readonly Entry[]): DocumentWarning[] =>
  entries.some((entry) => /(^|\/)(embeddings|activex)\//.test(nameOf(entry)))
    ? ['docx-embedded-object']
    : [];

const vbaProject = Buffer.from('_VBA_PROJECT', 'utf16le');
const oleMagic = Buffer.from('d0cf11e0a1b11ae1', 'hex');
/** Of two bytes a character, in either order, with its mark or without. */
const wideMarks = ['feff', 'fffe', '003c', '3c00', '0000feff', 'fffe0000'].map((hex) =>
  Buffer.from(hex, 'hex'),
);

/** Judges a part by what it is, whatever it is called. */
async function checkPart(zip: ZipFile, entry: Entry, budget: WordBudget): Promise<void> {
  const isText = /\.(?:xml|rels|vml|x?html?)$/.test(nameOf(entry));
  const bytes = await readPart(zip, entry);
  const startsWith = (mark: Buffer): boolean => bytes.subarray(0, mark.length).equals(mark);
  if (startsWith(oleMagic)) {
    if (bytes.includes(vbaProject)) throw unfit('macros');
  } else if (isText || looksLikeXml(bytes) || wideMarks.some(startsWith))
    checkWordPart(xmlText(bytes), budget);
}

const looksLikeXml = (bytes: Buffer): boolean =>
  /^(?:\xef\xbb\xbf)?\s*</.test(bytes.subarray(0, 64).toString('latin1'));

/** Ends with an error as soon as an entry is longer than its listing says. */
async function readPart(zip: ZipFile, entry: Entry): Promise<Buffer> {
  if (entry.uncompressedSize > maxText) throw unfit('archive');
  return entry.fileName.endsWith('/')
    ? Buffer.alloc(0)
    : buffer(await zip.openReadStreamPromise(entry));
}
