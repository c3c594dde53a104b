import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';

/** A JPEG as it is in full, and smaller: `sides` are the longest sides in pixels, nothing is enlarged. */
export async function encodeSizes<S extends string>(
  full: Buffer,
  sides: Readonly<Record<S, number>>,
): Promise<Record<S | 'full', Buffer>> {
  const sizes = { full } as Record<S | 'full', Buffer>;
  for (const size of Object.keys(sides) as S[])
    if (size !== 'full') sizes[size] = await smaller(full, sides[size]);
  return sizes;
}

const smaller = (jpeg: Buffer, side: number): Promise<Buffer> =>
  sharp(jpeg)
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: 80 })
    .toBuffer();

/** Writes each size into `folder` under its name; answers with their lengths in bytes. */
export async function writeSizes<S extends string>(
  folder: string,
  sizes: Readonly<Record<S, Buffer>>,
): Promise<Record<S, number>> {
  const bytes = {} as Record<S, number>;
  for (const size of Object.keys(sizes) as S[]) {
    await writeFile(path.join(folder, size), sizes[size], { mode: 0o600 });
    bytes[size] = sizes[size].length;
  }
  return bytes;
}
