import { defineFileTask } from '#platform/file-work';
import type { PhotoSize } from './picture.server';

/** What became of an uploaded photo; the pictures lie beside it under the names of their sizes. */
export interface ReadPhoto {
  /** Of the full size. */
  readonly width: number;
  readonly height: number;
  /** 16 hex digits; null when the picture is too plain to compare. */
  readonly hash: string | null;
  readonly bytes: Readonly<Record<PhotoSize, number>>;
}

/** Decodes a photo and encodes it anew in three sizes. */
export const readPhotoTask = defineFileTask<null, ReadPhoto>('consultation.read-photo');
