import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileHandler } from '#platform/files/file-work';
import { photoSizes } from './values';
import { measurePhoto, type Picture, readMarked, readPicture } from './picture.server';
import { markPhotoTask, type PhotoSize, readPhotoTask } from './photo-files.server';

/** Runs in the process that takes files apart. */
export const readPhotoHandler = fileHandler(readPhotoTask, {
  cost: async ({ file }) => ({ pool: 'pictures', bytes: await measurePhoto(file) }),
  run: async ({ file, folder }) => {
    const { sizes, width, height, hash } = await readPicture(file);
    return { width, height, hash, bytes: await writeSizes(folder, sizes) };
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

async function writeSizes(
  folder: string,
  sizes: Picture['sizes'],
): Promise<Record<PhotoSize, number>> {
  const bytes = {} as Record<PhotoSize, number>;
  for (const size of photoSizes) {
    await writeFile(path.join(folder, size), sizes[size], { mode: 0o600 });
    bytes[size] = sizes[size].length;
  }
  return bytes;
}
