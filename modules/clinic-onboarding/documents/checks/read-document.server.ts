import { withPicture, type PictureFault } from '#platform/picture';
import { checkDocx } from './docx.server';
import { documentTypes } from './document-types';
import { judgeType, type ClaimedFile } from './judge-type';
import { checkOleDoc } from './ole-doc';
import { checkPdf } from './pdf';
import { damaged, unfit } from './refusal';

export interface ReadDocument {
  /** To be stored: of a picture, what was encoded anew. */
  readonly bytes: Buffer;
  readonly contentType: string;
  /** Active content for a person to judge. */
  readonly warnings: string[];
}

const pictures = new Set(['image/jpeg', 'image/png', 'image/apng']);
/** Small print on a scanned page stays readable. */
const side = 4_000;

const refused = (fault: PictureFault): Error => (fault === 'type' ? unfit('type') : damaged(fault));

/**
 * Judges an uploaded document by its content: pictures are encoded anew, everything else is looked at from
 * outside and kept as it is (security 52 to 54).
 *
 * @throws AppError `unsupported_file_type`, `validation_failed` (empty, damaged, too many pixels), `unavailable`
 */
export async function readDocument(file: ClaimedFile): Promise<ReadDocument> {
  const { bytes } = file;
  if (bytes.length === 0) throw damaged('empty');
  const type = judgeType(file);
  if (type === 'jpeg' || type === 'png') {
    const decoding = { accepted: pictures, side, refused };
    const { jpeg } = await withPicture(bytes, decoding, async (picture) => picture);
    return { bytes: jpeg, contentType: documentTypes.jpeg.contentType, warnings: [] };
  }
  const { contentType } = documentTypes[type];
  const checks = { pdf: checkPdf, doc: checkOleDoc, docx: checkDocx } as const;
  return { bytes, contentType, warnings: await checks[type](bytes) };
}
