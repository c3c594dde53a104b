import { AppError } from '#platform/base/errors';
import type { ClaimedFile, ReadDocument } from '#platform/files/document';
import { defineFileTask } from '#platform/files/file-work';
import type { PictureFault } from '#platform/files/picture';
import type { PictureSize } from './values';

/** Judges a document by its content; pictures are encoded anew. */
export const readDocumentTask = defineFileTask<ClaimedFile, ReadDocument>(
  'clinic-onboarding.read-document',
);

/** Why a picture is not taken, at its field. */
export const pictureRefused = (fault: PictureFault): AppError =>
  fault === 'type'
    ? new AppError('unsupported_file_type')
    : new AppError('validation_failed', {
        fields: { picture: [`onboarding.error.picture-${fault}`] },
      });

/** What became of an uploaded picture; the sizes lie beside it under their names. */
export interface ReadPicture {
  /** Of the full size. */
  readonly width: number;
  readonly height: number;
  /** 16 hex digits; null when the picture is too plain to compare. */
  readonly hash: string | null;
  /** 54 hex digits. */
  readonly colours: string;
  readonly bytes: Readonly<Record<PictureSize, number>>;
}

/** Decodes a picture of a clinic and encodes it anew in its sizes. */
export const readPictureTask = defineFileTask<null, ReadPicture>('clinic-onboarding.read-picture');
