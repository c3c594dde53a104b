import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { maskedKinds, maskText, type MaskedKind } from '#contracts/messaging';
import {
  documentTypes,
  measureDocument,
  readDocument,
  textOfPdf,
  type DocumentTypeName,
} from '#platform/document';
import { fileHandler } from '#platform/file-work';
import { readAttachmentTask } from './read-attachment-task';

/** What attachments may be (docs/product.md, Offers and deals). */
const kinds: readonly DocumentTypeName[] = ['jpeg', 'png', 'webp', 'pdf', 'docx', 'doc', 'txt'];

/** Runs in the process that takes files apart. */
export const readAttachmentHandler = fileHandler(readAttachmentTask, {
  cost: ({ file, input }) => measureDocument(file, input, kinds),
  run: async (job) => {
    const read = await readDocument(job, kinds);
    if (read.contentType !== documentTypes.pdf.contentType)
      return { ...read, contactData: [], readable: true };
    const { readings, isPartial } = textOfPdf(await readFile(path.join(job.folder, read.file)));
    return { ...read, contactData: kindsIn(readings), readable: !isPartial };
  },
});

/** A line that a page breaks is read as it stands and as one. */
function kindsIn(readings: readonly string[]): MaskedKind[] {
  const found = new Set(
    readings.flatMap((text) =>
      [maskText(text), maskText(text.replace(/\s+/g, ' '))].flatMap((one) => one.found),
    ),
  );
  return maskedKinds.filter((kind) => found.has(kind));
}
