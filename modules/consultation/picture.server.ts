import sharp from 'sharp';
import { AppError } from '#platform/errors';
import { withPicture, type PictureFault } from '#platform/picture';
import { pictureHash } from './picture-hash.server';

const accepted = new Set(['image/jpeg', 'image/png', 'image/apng', 'image/webp']);

/** Longest side of each size, in pixels. */
const sides = { full: 2_400, medium: 1_024, thumb: 320 } as const;
export type PhotoSize = keyof typeof sides;

export interface Picture {
  sizes: Record<PhotoSize, Buffer>;
  /** Of the full size. */
  width: number;
  height: number;
  /** 16 hex digits; null when the picture is too plain to compare. */
  hash: string | null;
}

const refused = (fault: PictureFault): AppError =>
  fault === 'type'
    ? new AppError('unsupported_file_type')
    : new AppError('validation_failed', {
        fields: { photo: [`consultation.error.photo-${fault}`] },
      });

/**
 * Decodes an uploaded photo and encodes it anew, upright, in sRGB, as JPEG in three sizes: nothing of the
 * file survives but its pixels (security 53). What it is, is judged by content, never by name.
 *
 * @throws AppError `unsupported_file_type` (no JPEG, PNG or WebP), `validation_failed` (empty, damaged or
 * larger than 50 megapixels or 12,000 pixels a side), `unavailable` (too many photos are waiting).
 */
export const readPicture = (bytes: Buffer): Promise<Picture> =>
  withPicture(bytes, { accepted, side: sides.full, refused }, async ({ jpeg, width, height }) => {
    const [medium, thumb] = [await smaller(jpeg, sides.medium), await smaller(jpeg, sides.thumb)];
    return { sizes: { full: jpeg, medium, thumb }, width, height, hash: await pictureHash(jpeg) };
  });

const smaller = (jpeg: Buffer, side: number): Promise<Buffer> =>
  sharp(jpeg)
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: 80 })
    .toBuffer();
