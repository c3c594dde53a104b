import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';
import { inTurn } from './decoding-queue.server';

/** Only these decoders exist for the process: SVG, PDF, TIFF and the rest are not even tried. */
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'],
});
sharp.concurrency(1);
sharp.cache(false);

const maxPixels = 50_000_000;
const maxSide = 12_000;
const decodingSeconds = 10;

/** Why a picture is not taken; `type`: it is none of those that are asked for. */
export type PictureFault = 'type' | 'empty' | 'damaged' | 'too-many-pixels';

export interface DecodedPicture {
  /** JPEG in sRGB, upright, with nothing of the file but its pixels. */
  readonly jpeg: Buffer;
  readonly width: number;
  readonly height: number;
}

interface Decoding {
  /** Media types of content that are taken, out of JPEG, PNG, APNG and WebP. */
  readonly accepted: ReadonlySet<string>;
  /** Longest side of the result, in pixels; smaller pictures stay as they are. */
  readonly side: number;
  /** Makes the error that is thrown for a fault. */
  readonly refused: (fault: PictureFault) => Error;
}

/**
 * Decodes a picture and encodes it anew (security 53): first frame, upright, in sRGB, as JPEG. What it is, is judged
 * by content. `use` runs while the picture has its turn at the decoders, so further work on it belongs there.
 *
 * @throws what `refused` makes, also when `use` fails; `unavailable` when too many pictures are waiting.
 */
export async function withPicture<T>(
  bytes: Buffer,
  { accepted, side, refused }: Decoding,
  use: (picture: DecodedPicture) => Promise<T>,
): Promise<T> {
  if (bytes.length === 0) throw refused('empty');
  const type = await fileTypeFromBuffer(bytes);
  if (!type || !accepted.has(type.mime)) throw refused('type');
  return inTurn(bytes.length, async () => {
    if (await tooLarge(bytes, refused)) throw refused('too-many-pixels');
    try {
      return await use(await decode(bytes, side));
    } catch {
      throw refused('damaged');
    }
  });
}

/** By the header alone: a bomb is refused before anything is unpacked. */
async function tooLarge(bytes: Buffer, refused: Decoding['refused']): Promise<boolean> {
  const facts = await sharp(bytes, { ...options, limitInputPixels: false })
    .metadata()
    .catch(() => {
      throw refused('damaged');
    });
  return facts.width * facts.height > maxPixels || Math.max(facts.width, facts.height) > maxSide;
}

const options = {
  limitInputPixels: maxPixels,
  failOn: 'error',
  pages: 1,
  sequentialRead: true,
} as const;

async function decode(bytes: Buffer, side: number): Promise<DecodedPicture> {
  const { data, info } = await sharp(bytes, options)
    .autoOrient()
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .jpeg({ quality: 84 })
    .timeout({ seconds: decodingSeconds })
    .toBuffer({ resolveWithObject: true });
  return { jpeg: data, width: info.width, height: info.height };
}
