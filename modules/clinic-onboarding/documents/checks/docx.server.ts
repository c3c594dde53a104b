import { buffer } from 'node:stream/consumers';
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl';
import { isAppError } from '#platform/errors';
import { damaged, unfit } from './refusal';

const maxEntries = 2_000;
const maxUnpacked = 100 * 1024 * 1024;
const maxRatio = 100;
/** Of one list of relationships; a larger one is not read but reported. */
const maxRelations = 256 * 1024;

const required = ['[content_types].xml', 'word/document.xml'];
/** Things that a text has no need to carry, by their names. */
const archives = /\.(zip|rar|7z|gz|tar|jar|exe|dll|msi|scr|bat|cmd|js|vbs|hta|lnk|docm|dotm|xlsm)$/;

/**
 * Looks at a Word document by the listing of its container alone: nothing is unpacked but the short lists of
 * what its parts refer to (security 54). Returns warnings for what is embedded in it.
 *
 * @throws AppError `unsupported_file_type` (macros, foreign template, nested archive, encrypted, no Word document,
 * a bomb), `validation_failed` (damaged)
 */
export async function checkDocx(bytes: Buffer): Promise<string[]> {
  try {
    const zip = await fromBufferPromise(bytes, { strictFileNames: true });
    if (zip.entryCount > maxEntries) throw unfit('archive');
    const entries: Entry[] = [];
    // Names that climb, begin at a root or hold backslashes end the walk with an error.
    for await (const entry of zip.eachEntry()) entries.push(entry);
    checkListing(entries, bytes.length);
    return [...embeddedIn(entries), ...(await checkRelations(zip, entries))];
  } catch (error) {
    throw isAppError(error) ? error : damaged('damaged');
  }
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

const embeddedIn = (entries: readonly Entry[]): string[] =>
  entries.some((entry) => /(^|\/)(embeddings|activex)\//.test(nameOf(entry)))
    ? ['docx-embedded-object']
    : [];

/** What the document loads from elsewhere when it is opened. */
async function checkRelations(zip: ZipFile, entries: readonly Entry[]): Promise<string[]> {
  const lists = entries.filter((entry) => /^word\/_rels\/[^/]+\.rels$/.test(nameOf(entry)));
  const warnings: string[] = [];
  for (const entry of lists) {
    if (entry.uncompressedSize > maxRelations) warnings.push('docx-unread-parts');
    else if (loadsTemplate(await readText(zip, entry))) throw unfit('template');
  }
  return [...new Set(warnings)];
}

/** Ends with an error as soon as an entry is longer than its listing says. */
async function readText(zip: ZipFile, entry: Entry): Promise<string> {
  const bytes = await buffer(await zip.openReadStreamPromise(entry));
  // Two bytes a character would hide every word from the search.
  if (bytes.includes(0)) throw unfit('template');
  return bytes.toString('utf8');
}

const loadsTemplate = (xml: string): boolean =>
  [...withoutReferences(xml).matchAll(/<[^>]*>/g)].some(
    ([tag]) => /attachedTemplate/i.test(tag) && /TargetMode\s*=\s*["']\s*External/i.test(tag),
  );

/** `&#69;xternal` is `External` to whoever reads XML. */
const withoutReferences = (xml: string): string =>
  xml.replace(/&#(x?)([0-9a-f]{1,6});/gi, (all, hex: string, digits: string) => {
    const code = Number.parseInt(digits, hex ? 16 : 10);
    return code < 128 ? String.fromCharCode(code) : all;
  });
