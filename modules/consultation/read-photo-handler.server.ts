import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileHandler } from '#platform/file-work';
import { photoSizes } from './dto';
import { measurePhoto, readPicture, type PhotoSize } from './picture.server';
import { readPhotoTask } from './read-photo-task';

/** Runs in the process that takes files apart. */
export const readPhotoHandler = fileHandler(readPhotoTask, {
  cost: ({ file }) => measurePhoto(file),
  run: async ({ file, folder }) => {
    const { sizes, width, height, hash } = await readPicture(file);
    const bytes = {} as Record<PhotoSize, number>;
    for (const size of photoSizes) {
      await writeFile(path.join(folder, size), sizes[size], { mode: 0o600 });
      bytes[size] = sizes[size].length;
    }
    return { width, height, hash, bytes };
  },
});
