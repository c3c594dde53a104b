import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { maskedKinds, maskText, type MaskedKind } from '#platform/masking/mask';
import {
  documentTypes,
  measureDocument,
  readDocument,
  textOfDocx,
  textOfPdf,
  type DocumentTypeName,
} from '#platform/files/document';
import { fileHandler } from '#platform/files/file-work';
import { readAttachmentTask } from './read-attachment-task';

/** What attachments may be (docs/product.md, Offers and deals). */
const kinds: readonly DocumentTypeName[] = ['jpeg', 'png', 'webp', 'pdf', 'docx', 'doc', 'txt'];

/** Runs in the process that takes files apart. */
export const readAttachmentHandler = fileHandler(readAttachmentTask, {
  cost: ({ file, input }) => measureDocument(file, input, kinds),
  run: async (job) => {
    const read = await readDocument(job, kinds);
    const { readings, isPartial } = await textOf(
      read.contentType,
      await readFile(path.join(job.folder, read.file)),
    );
    return { ...read, contactData: kindsIn(readings), readable: !isPartial };
  },
});

interface Text {
  /** The same words, put together in each way in which they may be read. */
  readonly readings: readonly string[];
  readonly isPartial: boolean;
}

/** What a file says. Pictures say nothing; of a Word 97 document only its container is known, so nothing was read. */
async function textOf(contentType: string, bytes: Buffer): Promise<Text> {
  switch (contentType) {
    case documentTypes.pdf.contentType:
      return textOfPdf(bytes);
    case documentTypes.docx.contentType: {
      const { text, isPartial } = await textOfDocx(bytes);
      return { readings: [text], isPartial };
    }
    case documentTypes.txt.contentType:
      return { readings: [bytes.toString('utf8')], isPartial: false };
    default:
      return { readings: [], isPartial: contentType === documentTypes.doc.contentType };
  }
}

/** A line that a page breaks is read as it stands and as one. */
function kindsIn(readings: readonly string[]): MaskedKind[] {
  const found = new Set(
    readings.flatMap((text) =>
      [maskText(text), maskText(text.replace(/\s+/g, ' '))].flatMap((one) => one.found),
    ),
  );
  return maskedKinds.filter((kind) => found.has(kind));
}
