import { defineFileTask } from '#platform/file-work';
import type { PictureSize } from './sizes';

/** What became of an uploaded picture; the sizes lie beside it under their names. */
export interface ReadPicture {
  /** Of the full size. */
  readonly width: number;
  readonly height: number;
  readonly bytes: Readonly<Record<PictureSize, number>>;
}

/** Decodes a picture of a clinic and encodes it anew in its sizes. */
export const readPictureTask = defineFileTask<null, ReadPicture>('clinic-onboarding.read-picture');
