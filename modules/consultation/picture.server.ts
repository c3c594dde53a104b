import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';
import { AppError } from '#platform/errors';
import { inTurn } from './decoding-queue.server';
import { pictureHash } from './picture-hash.server';

/** Only these decoders exist for the process: SVG, PDF, TIFF and the rest are not even tried. */
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'],
});
sharp.concurrency(1);
sharp.cache(false);

const accepted = new Set(['image/jpeg', 'image/png', 'image/apng', 'image/webp']);
const maxPixels = 50_000_000;
const maxSide = 12_000;
const decodingSeconds = 10;

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

const refused = (word: 'empty' | 'damaged' | 'too-many-pixels'): AppError =>
  new AppError('validation_failed', { fields: { photo: [`consultation.error.photo-${word}`] } });

/**
 * Decodes an uploaded photo and encodes it anew, upright, in sRGB, as JPEG in three sizes: nothing of the
 * file survives but its pixels (security 53). What it is, is judged by content, never by name.
 *
 * @throws AppError `unsupported_file_type` (no JPEG, PNG or WebP), `validation_failed` (empty, damaged or
 * larger than 50 megapixels or 12,000 pixels a side), `unavailable` (too many photos are waiting).
 */
export async function readPicture(bytes: Buffer): Promise<Picture> {
  if (bytes.length === 0) throw refused('empty');
  const type = await fileTypeFromBuffer(bytes);
  if (!type || !accepted.has(type.mime)) throw new AppError('unsupported_file_type');
  return inTurn(bytes.length, () => decode(bytes));
}

async function decode(bytes: Buffer): Promise<Picture> {
  const options = {
    limitInputPixels: maxPixels,
    failOn: 'error',
    pages: 1,
    sequentialRead: true,
  } as const;
  const facts = await sharp(bytes, { ...options, limitInputPixels: false })
    .metadata()
    .catch(() => {
      throw refused('damaged');
    });
  if (facts.width * facts.height > maxPixels || Math.max(facts.width, facts.height) > maxSide)
    throw refused('too-many-pixels');
  try {
    const full = await sharp(bytes, options)
      .autoOrient()
      .resize({ width: sides.full, height: sides.full, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .jpeg({ quality: 84 })
      .timeout({ seconds: decodingSeconds })
      .toBuffer({ resolveWithObject: true });
    const [medium, thumb] = [
      await smaller(full.data, sides.medium),
      await smaller(full.data, sides.thumb),
    ];
    const { width, height } = full.info;
    return {
      sizes: { full: full.data, medium, thumb },
      width,
      height,
      hash: await pictureHash(full.data),
    };
  } catch {
    throw refused('damaged');
  }
}

const smaller = (jpeg: Buffer, side: number): Promise<Buffer> =>
  sharp(jpeg)
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: 80 })
    .toBuffer();
