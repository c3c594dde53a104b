import { readParts, type Part } from './read-parts.server';
import { AppError } from '../errors';
import { receiveFile, type IncomingFile } from './incoming.server';

/** The specification's 10 MB: the last size that passes. */
export const maxFileBytes = 10_485_760;
export const maxFilesPerRequest = 10;

const mebibyte = 1024 * 1024;
/** Of all text fields together. */
const maxTextBytes = 64 * 1024;

export interface UploadedFile {
  /** The form field. */
  field: string;
  /** What the sender calls it: a hint, never a path. */
  name: string;
  /** The media type that the sender declares; empty when it says nothing. */
  type: string;
  /** On disk, until `onFile` is done with it. */
  bytes: IncomingFile;
}

export interface UploadOptions {
  /** `DATA_DIR`: files lie below it while they are worked on. */
  dataDir: string;
  /** Bytes of the whole request: 60 MB for the API, 110 MB for a form without JavaScript. */
  maxTotalBytes: number;
  /** Called for one file after the other, in order; while it runs, the sender waits. */
  onFile: (file: UploadedFile) => Promise<void>;
}

export const apiUploadBytes = 60 * mebibyte;
export const formUploadBytes = 110 * mebibyte;

/**
 * Reads a multipart request as a stream: files go to disk as they come, a few pieces of them are in memory (security 66).
 * Returns the text fields. Parts named like a file field but without name and content (an empty picker) are skipped.
 * Nothing is left on disk when it ends, however it ends.
 *
 * @throws AppError `unsupported_media_type`, `file_too_large` (one byte over is too many),
 * `payload_too_large` (whole request, parts, headers), `malformed_upload`, `storage_full`, `unavailable`; and whatever
 * `onFile` throws.
 */
export async function readUpload(
  request: Request,
  { dataDir, maxTotalBytes, onFile }: UploadOptions,
): Promise<FormData> {
  const fields = new FormData();
  const count = { files: 0, bytes: 0, text: 0 };
  const counted = (bytes: number): void => {
    count.bytes += bytes;
    if (count.bytes > maxTotalBytes) throw new AppError('payload_too_large');
  };
  const limits = { maxParts: maxFilesPerRequest + 20, maxHeaderBytes: 8_192 };
  await readParts(request, limits, {
    onText: (bytes) => {
      counted(bytes);
      count.text += bytes;
      if (count.text > maxTextBytes) throw new AppError('payload_too_large');
    },
    onField: (name, value) => fields.append(name, value),
    onFile: async (part) => {
      count.files += 1;
      if (count.files > maxFilesPerRequest) throw new AppError('payload_too_large');
      await receiveFile(dataDir, bounded(part, counted), async (bytes) => {
        const { field, name, type } = part;
        if (bytes.bytes > 0 || name !== '') await onFile({ field, name, type, bytes });
      });
    },
  });
  return fields;
}

async function* bounded(
  { pieces }: Part,
  counted: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const piece of pieces) {
    bytes += piece.length;
    if (bytes > maxFileBytes) throw new AppError('file_too_large');
    counted(piece.length);
    yield piece;
  }
}
