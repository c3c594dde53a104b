import {
  FormDataParseError,
  MaxFilesExceededError,
  parseFormData,
  type FileUpload,
} from '@remix-run/form-data-parser';
import { AppError } from '../errors';

/** The specification's 10 MB: the last size that passes. */
export const maxFileBytes = 10_485_760;
export const maxFilesPerRequest = 10;

const mebibyte = 1024 * 1024;

export interface UploadedFile {
  /** The form field. */
  field: string;
  /** What the sender calls it: a hint, never a path. */
  name: string;
  /** The media type that the sender declares; empty when it says nothing. */
  type: string;
  bytes: Buffer;
}

export interface UploadOptions {
  /** Bytes of the whole request: 60 MB for the API, 110 MB for a form without JavaScript. */
  maxTotalBytes: number;
  /** Called for one file after the other, in order; while it runs, the sender waits. */
  onFile: (file: UploadedFile) => Promise<void>;
}

export const apiUploadBytes = 60 * mebibyte;
export const formUploadBytes = 110 * mebibyte;

/**
 * Reads a multipart request as a stream: one file in memory at a time, nothing on disk. Returns the text
 * fields. Parts named like a file field but without name and content (an empty picker) are skipped.
 *
 * @throws AppError `unsupported_media_type`, `file_too_large` (one byte over is too many),
 * `payload_too_large` (whole request, parts, headers), `malformed_upload`; and whatever `onFile` throws.
 */
export async function readUpload(
  request: Request,
  { maxTotalBytes, onFile }: UploadOptions,
): Promise<FormData> {
  const type = request.headers.get('Content-Type') ?? '';
  if (!type.toLowerCase().startsWith('multipart/form-data'))
    throw new AppError('unsupported_media_type');
  const limits = {
    maxFiles: maxFilesPerRequest,
    maxFileSize: maxFileBytes,
    maxParts: maxFilesPerRequest + 20,
    maxHeaderSize: 8_192,
    maxTotalSize: maxTotalBytes,
  };
  try {
    return await parseFormData(request, limits, async (file) => {
      if (file.size > 0 || file.name !== '') await onFile(await toUploaded(file));
      return null;
    });
  } catch (error) {
    throw faultOf(error);
  }
}

const toUploaded = async (file: FileUpload): Promise<UploadedFile> => ({
  field: file.fieldName,
  name: file.name,
  type: file.type,
  bytes: Buffer.from(await file.arrayBuffer()),
});

const codes: Record<string, string> = {
  MaxFileSizeExceededError: 'file_too_large',
  MaxFilesExceededError: 'payload_too_large',
  MaxPartsExceededError: 'payload_too_large',
  MaxHeaderSizeExceededError: 'payload_too_large',
  MaxTotalSizeExceededError: 'payload_too_large',
};

function faultOf(error: unknown): unknown {
  if (error instanceof MaxFilesExceededError) return new AppError('payload_too_large');
  const code = codes[(error as Error | null)?.name ?? ''];
  if (code) return new AppError(code);
  return error instanceof FormDataParseError ? new AppError('malformed_upload') : error;
}
