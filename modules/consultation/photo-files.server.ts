import type { photoSizes } from './catalogue';
import { AppError } from '#platform/base/errors';
import { defineFileTask } from '#platform/files/file-work';
import type { PictureFault } from '#platform/files/picture';
import type { PictureScore } from '#platform/files/picture-score';

/** Why a photo is not taken, at its field. */
export const photoRefused = (fault: PictureFault): AppError =>
  fault === 'type'
    ? new AppError('unsupported_file_type')
    : new AppError('validation_failed', {
        fields: { photo: [`consultation.error.photo-${fault}`] },
      });

export type PhotoSize = (typeof photoSizes)[number];

/** What became of an uploaded photo; the pictures lie beside it under the names of their sizes. */
export interface ReadPhoto {
  /** Of the full size. */
  readonly width: number;
  readonly height: number;
  /** 16 hex digits; null when the picture is too plain to compare. */
  readonly hash: string | null;
  /** 54 hex digits. */
  readonly colours: string;
  readonly score: PictureScore;
  readonly bytes: Readonly<Record<PhotoSize, number>>;
}

/** Of all sizes together. */
export const bytesOf = ({ bytes }: Pick<ReadPhoto, 'bytes'>): number =>
  Object.values(bytes).reduce((sum, size) => sum + size, 0);

/** Decodes a photo and encodes it anew in three sizes. */
export const readPhotoTask = defineFileTask<null, ReadPhoto>('consultation.read-photo');

/** Draws lines of text across a stored photo, by its full size, and makes the smaller ones of that. */
export const markPhotoTask = defineFileTask<
  { readonly lines: readonly string[] },
  Pick<ReadPhoto, 'bytes'>
>('consultation.mark-photo');
