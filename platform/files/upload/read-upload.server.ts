import { readParts, type Part } from './read-parts.server';
import { AppError, isAppError } from '../../base/errors';
import { fieldText, isFieldName } from '../../text/form-fields';
import { receiveFile, type IncomingFile } from './incoming.server';

/** 10 MB, as promised (docs/product.md): the largest size that passes. */
export const maxFileBytes = 10_485_760;
export const maxFilesPerRequest = 10;

const mebibyte = 1024 * 1024;
/** Of all text fields together. */
const maxTextBytes = 64 * 1024;
const usualTextFields = 20;

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
  /** With it a file that is too large, or one too many, is reported here and passed over, and all else is read. */
  onPassedOver?: (file: Pick<UploadedFile, 'field' | 'name'>, why: AppError) => void;
  /** Of the form, besides files. */
  maxTextFields?: number;
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
  { dataDir, maxTotalBytes, onFile, onPassedOver, maxTextFields = usualTextFields }: UploadOptions,
): Promise<FormData> {
  const fields = new FormData();
  const count = { files: 0, bytes: 0, text: 0 };
  const counted = (bytes: number): void => {
    count.bytes += bytes;
    if (count.bytes > maxTotalBytes) throw new AppError('payload_too_large');
  };
  const take = (part: Part): Promise<void> =>
    receiveFile(dataDir, bounded(part, counted, { whole: !!onPassedOver }), async (bytes) => {
      const { field, name, type } = part;
      if (bytes.bytes > 0 || name !== '') await onFile({ field, name, type, bytes });
    });
  const files = onPassedOver ? mostFiles : maxFilesPerRequest;
  await readParts(
    request,
    { maxParts: files + maxTextFields, maxHeaderBytes: 8_192 },
    {
      onText: (bytes) => {
        counted(bytes);
        count.text += bytes;
        if (count.text > maxTextBytes) throw new AppError('payload_too_large');
      },
      onField: (name, value) => {
        if (!isFieldName(name)) throw new AppError('malformed_upload');
        fields.append(name, fieldText(value));
      },
      onFile: async (part) => {
        if (!isFieldName(part.field)) throw new AppError('malformed_upload');
        count.files += 1;
        const isOneTooMany = count.files > maxFilesPerRequest;
        if (!onPassedOver) {
          if (isOneTooMany) throw new AppError('payload_too_large');
          return take(part);
        }
        const why = await (isOneTooMany ? drain(part, counted) : take(part)).then(
          () => (isOneTooMany ? new AppError('payload_too_large') : null),
          tooLarge,
        );
        if (why) onPassedOver({ field: part.field, name: part.name }, why);
      },
    },
  );
  return fields;
}

/** Read over, so that what comes after them is read. */
const mostFiles = 100;

async function drain({ pieces }: Part, counted: (bytes: number) => void): Promise<void> {
  for await (const piece of pieces) counted(piece.length);
}

/** What one file may fail by without costing the others. */
function tooLarge(error: unknown): AppError {
  if (isAppError(error) && error.code === 'file_too_large') return error;
  throw error;
}

/** `whole`: a file that is too large is read to its end before it fails. */
async function* bounded(
  { pieces }: Part,
  counted: (bytes: number) => void,
  { whole }: { whole: boolean },
): AsyncGenerator<Buffer> {
  let bytes = 0;
  const isTooLarge = (): boolean => bytes > maxFileBytes;
  for await (const piece of pieces) {
    bytes += piece.length;
    if (isTooLarge() && !whole) throw new AppError('file_too_large');
    counted(piece.length);
    if (!isTooLarge()) yield piece;
  }
  if (isTooLarge()) throw new AppError('file_too_large');
}
