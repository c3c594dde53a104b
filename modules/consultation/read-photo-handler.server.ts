import sharp from 'sharp';
import { fileHandler } from '#platform/files/file-work';
import {
  type Decoding,
  encodeSizes,
  markPicture,
  measurePicture,
  pictureColours,
  pictureHash,
  withPicture,
  writeSizes,
} from '#platform/files/picture';
import { type PictureScore, scoreOf, scoreSide } from '#platform/files/picture-score';
import { markPhotoTask, photoRefused, type PhotoSize, readPhotoTask } from './photo-files.server';

/** Longest side of each size, in pixels. */
const sides = { full: 2_400, medium: 1_024, thumb: 320 } as const satisfies Record<
  PhotoSize,
  number
>;

export interface Picture {
  sizes: Record<PhotoSize, Buffer>;
  /** Of the full size. */
  width: number;
  height: number;
  /** 16 hex digits; null when the picture is too plain to compare. */
  hash: string | null;
  /** As `pictureColours` says them. */
  colours: string;
  score: PictureScore;
}

const decoding: Decoding = { side: sides.full, refused: photoRefused };

/** Bytes that a photo takes unpacked, by its head. @throws AppError as {@link readPicture} */
const measurePhoto = (file: string): Promise<number> => measurePicture(file, decoding);

/**
 * Decodes an uploaded photo, by its path or its bytes, and encodes it anew, upright, in sRGB, as JPEG in three sizes:
 * nothing of the file survives but its pixels (security 53). What it is, is judged by content, never by name.
 *
 * @throws AppError `unsupported_file_type` (no JPEG, PNG or WebP), `validation_failed` (empty, damaged or
 * larger than 50 megapixels, 12,000 pixels a side or 200 MB unpacked)
 */
export const readPicture = (photo: string | Buffer): Promise<Picture> =>
  withPicture(photo, decoding, async ({ jpeg, width, height }) => {
    const sizes = await encodeSizes(jpeg, sides);
    const [hash, colours] = [await pictureHash(jpeg), await pictureColours(jpeg)];
    return { sizes, width, height, hash, colours, score: await measureScore(jpeg) };
  });

/**
 * All sizes of a stored photo, by the path of its full one, with lines of text across them.
 *
 * @throws AppError as {@link readPicture}
 */
const readMarked = async (full: string, lines: readonly string[]): Promise<Picture['sizes']> => {
  await measurePhoto(full);
  return encodeSizes(await markPicture(full, lines), sides);
};

/** As the browser does it before the upload, of what is stored. */
async function measureScore(picture: Buffer): Promise<PictureScore> {
  const { data, info } = await sharp(picture)
    .resize({ width: scoreSide, height: scoreSide, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return scoreOf({ data, width: info.width, height: info.height, channels: 3 });
}

/** Runs in the process that takes files apart. */
export const readPhotoHandler = fileHandler(readPhotoTask, {
  cost: async ({ file }) => ({ pool: 'pictures', bytes: await measurePhoto(file) }),
  run: async ({ file, folder }) => {
    const { sizes, ...measured } = await readPicture(file);
    return { ...measured, bytes: await writeSizes(folder, sizes) };
  },
});

/** The picture, what is laid over it, and the result are in memory together. */
const layers = 3;

/** Runs in the process that takes files apart. */
export const markPhotoHandler = fileHandler(markPhotoTask, {
  cost: async ({ file }) => ({ pool: 'pictures', bytes: layers * (await measurePhoto(file)) }),
  run: async ({ file, folder, input }) => ({
    bytes: await writeSizes(folder, await readMarked(file, input.lines)),
  }),
});
