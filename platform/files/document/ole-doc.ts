import type { DocumentWarning } from '../document-states';
import { damaged, unfit } from './refusal';

/** Sectors of the allocation table that the header itself lists; more only files over 6 MB need. */
const listedInHeader = 109;
const entryBytes = 128;
/** From here on a sector number means end, free or reserved. */
const special = 0xfffffffa;

interface Folder {
  readonly name: string;
  readonly firstSector: number;
  readonly bytes: number;
}

const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le');

/**
 * Looks at a Word 97 document through the directory of its container alone (MS-CFB): it must hold a document, and no
 * macros. Returns warnings for objects embedded in it.
 *
 * @throws AppError `unsupported_file_type` (macros, encrypted, no Word document), `validation_failed` (damaged)
 */
export function checkOleDoc(bytes: Buffer): DocumentWarning[] {
  const entries = directoryOf(bytes);
  const names = new Set(entries.map(({ name }) => name.toLowerCase()));
  const has = (...wanted: string[]): boolean => wanted.some((name) => names.has(name));
  if (has('encryptedpackage', 'encryptioninfo')) throw unfit('encrypted');
  // Word repairs a broken directory, so the name is searched for outside of it as well.
  if (
    has('macros', '_vba_project', '_vba_project_cur', 'vba') ||
    bytes.includes(utf16('_VBA_PROJECT'))
  )
    throw unfit('macros');
  const document = entries.find(({ name }) => name === 'WordDocument');
  if (!document) throw unfit('type');
  if (isEncrypted(bytes, document)) throw unfit('encrypted');
  return has('objectpool') ? ['doc-embedded-object'] : [];
}

/** Entries of the directory, in the order of its sectors; every sector is visited once at most. */
function directoryOf(bytes: Buffer): Folder[] {
  if (bytes.length < 1_536) throw damaged('damaged');
  const size = sectorSizeOf(bytes);
  const count = Math.ceil(bytes.length / size);
  const table = allocationTable(bytes, size);
  const entries: Folder[] = [];
  let sector = bytes.readUInt32LE(48);
  for (let seen = 0; sector < special; seen += 1) {
    const start = (sector + 1) * size;
    if (seen > count || start + size > bytes.length + size - entryBytes) throw damaged('damaged');
    for (let at = start; at < start + size && at + entryBytes <= bytes.length; at += entryBytes)
      entries.push(entryAt(bytes, at));
    const next = table[sector];
    if (next === undefined) throw damaged('damaged');
    sector = next;
  }
  return entries.filter(({ name }) => name !== '');
}

function sectorSizeOf(bytes: Buffer): number {
  const shift = bytes.readUInt16LE(30);
  if (shift !== 9 && shift !== 12) throw damaged('damaged');
  return 1 << shift;
}

function allocationTable(bytes: Buffer, size: number): number[] {
  const table: number[] = [];
  for (let n = 0; n < listedInHeader; n += 1) {
    const sector = bytes.readUInt32LE(76 + 4 * n);
    if (sector >= special) break;
    const start = (sector + 1) * size;
    if (start + size > bytes.length) throw damaged('damaged');
    for (let at = start; at < start + size; at += 4) table.push(bytes.readUInt32LE(at));
  }
  return table;
}

function entryAt(bytes: Buffer, at: number): Folder {
  const length = Math.min(64, bytes.readUInt16LE(at + 64));
  return {
    name: bytes.toString('utf16le', at, at + Math.max(0, length - 2)),
    firstSector: bytes.readUInt32LE(at + 116),
    bytes: bytes.readUInt32LE(at + 120),
  };
}

/** A bit in the head of the document; a document this short lies elsewhere and is too short to be one. */
function isEncrypted(bytes: Buffer, { firstSector, bytes: length }: Folder): boolean {
  const at = (firstSector + 1) * sectorSizeOf(bytes) + 10;
  if (length < 4_096 || firstSector >= special || at + 2 > bytes.length) return false;
  return (bytes.readUInt16LE(at) & 0x0100) !== 0;
}
