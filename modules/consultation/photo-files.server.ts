import path from 'node:path';
import type { Ctx } from '#platform/context';
import { AppError } from '#platform/base/errors';
import { defineFileTask } from '#platform/files/file-work';
import type { PictureFault } from '#platform/files/picture';
import { photoSizes } from './values';

/** Why a photo is not taken, at its field. */
export const photoRefused = (fault: PictureFault): AppError =>
  fault === 'type'
    ? new AppError('unsupported_file_type')
    : new AppError('validation_failed', {
        fields: { photo: [`consultation.error.photo-${fault}`] },
      });

export type PhotoSize = (typeof photoSizes)[number];

/** Key of one stored size of a photo. */
export const keyOfSize = (storageKey: string, size: PhotoSize): string => `${storageKey}/${size}`;

/** Stores every size that lies in `folder` under its name. */
export async function storeSizes(ctx: Ctx, storageKey: string, folder: string): Promise<void> {
  for (const size of photoSizes) {
    const file = { path: path.join(folder, size) };
    await ctx.services.ports.storage.put(keyOfSize(storageKey, size), file, 'image/jpeg');
  }
}

/** Removes every stored size of a photo, or of a clinic's copy of one; safe to repeat. */
export async function removeFiles(ctx: Ctx, storageKey: string): Promise<void> {
  for (const size of photoSizes)
    await ctx.services.ports.storage.remove(keyOfSize(storageKey, size));
}

/** What became of an uploaded photo; the pictures lie beside it under the names of their sizes. */
export interface ReadPhoto {
  /** Of the full size. */
  readonly width: number;
  readonly height: number;
  /** 16 hex digits; null when the picture is too plain to compare. */
  readonly hash: string | null;
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
