import { open, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Cost } from '../file-work';
import { sha256 } from '../../base/ids';
import { measurePicture, withPicture, type Decoding, type PictureFault } from '../picture';
import { checkDocx } from './docx.server';
import { documentTypes, type DocumentTypeName } from './document-types';
import { judgeType, type ClaimedFile } from './judge-type';
import { checkOleDoc } from './ole-doc';
import { checkPdf } from './pdf';
import type { DocumentWarning } from '../document-states';
import { checkText } from './plain-text';
import { damaged, unfit } from './refusal';

/** What a checked document is, and what of it is to be stored. */
export interface ReadDocument {
  /** Name of the file to be stored, within the folder: of a picture, what was encoded anew. */
  readonly file: string;
  readonly bytes: number;
  /** Of the bytes to be stored, hex. */
  readonly sha256: string;
  readonly contentType: string;
  /** Active content for a person to judge. */
  readonly warnings: DocumentWarning[];
}

const refused = (fault: PictureFault): Error => (fault === 'type' ? unfit('type') : damaged(fault));

/** Small print on a scanned page stays readable. */
const decoding: Decoding = { side: 4_000, refused };
/** What looking at a text takes at most: its bytes, as text as well, and one unpacked part of it. */
const textCost = 64_000_000;

const isPicture = (type: DocumentTypeName): boolean =>
  type === 'jpeg' || type === 'png' || type === 'webp';

/** What {@link readDocument} will take. @throws AppError as it does */
export async function measureDocument(
  file: string,
  claimed: ClaimedFile,
  kinds: readonly DocumentTypeName[],
): Promise<Cost> {
  const head = await headOf(file);
  if (head.length === 0) throw damaged('empty');
  return isPicture(judgeType(claimed, head, kinds))
    ? { pool: 'pictures', bytes: await measurePicture(file, decoding) }
    : { pool: 'documents', bytes: textCost };
}

/**
 * Judges an uploaded document by its content: pictures are encoded anew, everything else is looked at from
 * outside and kept as it is (security 52 to 54).
 *
 * @throws AppError `unsupported_file_type`, `validation_failed` (empty, damaged, too many pixels)
 */
export async function readDocument(
  {
    file,
    folder,
    input,
  }: { readonly file: string; readonly folder: string; readonly input: ClaimedFile },
  kinds: readonly DocumentTypeName[],
): Promise<ReadDocument> {
  const type = judgeType(input, await headOf(file), kinds);
  if (isPicture(type)) return encodeAnew(file, folder);
  const bytes = await readFile(file);
  const checks = { pdf: checkPdf, doc: checkOleDoc, docx: checkDocx, txt: checkText } as const;
  const warnings = await checks[type as keyof typeof checks](bytes);
  const { contentType } = documentTypes[type];
  return { ...storedAs(path.basename(file), bytes), contentType, warnings };
}

async function encodeAnew(file: string, folder: string): Promise<ReadDocument> {
  const { jpeg } = await withPicture(file, decoding, async (picture) => picture);
  await writeFile(path.join(folder, 'picture'), jpeg, { mode: 0o600 });
  const { contentType } = documentTypes.jpeg;
  return { ...storedAs('picture', jpeg), contentType, warnings: [] };
}

const storedAs = (file: string, bytes: Buffer) => ({
  file,
  bytes: bytes.length,
  sha256: sha256(bytes).toString('hex'),
});

async function headOf(file: string): Promise<Buffer> {
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(8), 0, 8, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
