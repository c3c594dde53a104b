import { stat } from 'node:fs/promises';
import { fileTypeFromBuffer, fileTypeFromFile } from 'file-type';
import sharp, { type Metadata } from 'sharp';

/** Only these decoders exist for the process: SVG, PDF, TIFF and the rest are not even tried. */
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'],
});
sharp.concurrency(1);
sharp.cache(false);

const maxPixels = 50_000_000;
const maxSide = 12_000;
/** What one picture may be when it is unpacked: as much as all that are under way together. */
const maxDecoded = 200_000_000;
const decodingSeconds = 10;

/** Media types of content that are taken. */
const accepted = new Set(['image/jpeg', 'image/png', 'image/apng', 'image/webp']);

/** Why a picture is not taken; `type`: it is none of those. */
export type PictureFault = 'type' | 'empty' | 'damaged' | 'too-many-pixels';

export interface DecodedPicture {
  /** JPEG in sRGB, upright, with nothing of the file but its pixels. */
  readonly jpeg: Buffer;
  readonly width: number;
  readonly height: number;
}

export interface Decoding {
  /** Longest side of the result, in pixels; smaller pictures stay as they are. */
  readonly side: number;
  /** Makes the error that is thrown for a fault. */
  readonly refused: (fault: PictureFault) => Error;
}

/**
 * Bytes that a picture takes unpacked: pixels × channels × bytes of each, by the header alone, so that a bomb is refused
 * before anything is unpacked. `picture` is its path, or its bytes.
 *
 * @throws what `refused` makes
 */
export async function measurePicture(
  picture: string | Buffer,
  { refused }: Pick<Decoding, 'refused'>,
): Promise<number> {
  if ((await lengthOf(picture)) === 0) throw refused('empty');
  const type = await (Buffer.isBuffer(picture)
    ? fileTypeFromBuffer(picture)
    : fileTypeFromFile(picture));
  if (!type || !accepted.has(type.mime)) throw refused('type');
  const metadata = await sharp(picture, { ...options, limitInputPixels: false })
    .metadata()
    .catch(() => {
      throw refused('damaged');
    });
  const decoded = decodedBytes(metadata);
  const { width, height } = metadata;
  if (width * height > maxPixels || Math.max(width, height) > maxSide || decoded > maxDecoded)
    throw refused('too-many-pixels');
  return decoded;
}

const lengthOf = async (picture: string | Buffer): Promise<number> =>
  Buffer.isBuffer(picture) ? picture.length : (await stat(picture)).size;

/** One sample by the name that libvips gives its kind. */
const sampleBytes: Record<string, number> = { ushort: 2, short: 2, uint: 4, int: 4, float: 4 };

const decodedBytes = ({ width, height, channels, depth }: Metadata): number =>
  width * height * channels * (depth === 'uchar' ? 1 : (sampleBytes[depth] ?? 8));

/**
 * Decodes a picture and encodes it anew (security 53): first frame, upright, in sRGB, as JPEG. What it is, is judged
 * by content. Belongs into the process that takes files apart (`platform/files/file-work`).
 *
 * @throws what `refused` makes, also when `use` fails
 */
export async function withPicture<T>(
  picture: string | Buffer,
  decoding: Decoding,
  use: (picture: DecodedPicture) => Promise<T>,
): Promise<T> {
  await measurePicture(picture, decoding);
  try {
    return await use(await decode(picture, decoding.side));
  } catch {
    throw decoding.refused('damaged');
  }
}

const options = {
  limitInputPixels: maxPixels,
  failOn: 'error',
  pages: 1,
  sequentialRead: true,
} as const;

async function decode(picture: string | Buffer, side: number): Promise<DecodedPicture> {
  const { data, info } = await sharp(picture, options)
    .autoOrient()
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .jpeg({ quality: 84 })
    .timeout({ seconds: decodingSeconds })
    .toBuffer({ resolveWithObject: true });
  return { jpeg: data, width: info.width, height: info.height };
}
