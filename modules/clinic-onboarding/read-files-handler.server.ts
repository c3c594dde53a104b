import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { type DocumentTypeName, measureDocument, readDocument } from '#platform/files/document';
import { fileHandler } from '#platform/files/file-work';
import { type Decoding, measurePicture, withPicture } from '#platform/files/picture';
import { pictureRefused, readDocumentTask, readPictureTask } from './read-files-task';
import { pictureSides } from './values';

/** What documents may be (docs/product.md, Clinic onboarding). */
const kinds: readonly DocumentTypeName[] = ['pdf', 'jpeg', 'png', 'docx', 'doc'];

/** Runs in the process that takes files apart. */
export const readDocumentHandler = fileHandler(readDocumentTask, {
  cost: ({ file, input }) => measureDocument(file, input, kinds),
  run: (job) => readDocument(job, kinds),
});

const decoding: Decoding = {
  accepted: new Set(['image/jpeg', 'image/png', 'image/apng', 'image/webp']),
  side: pictureSides.full,
  refused: pictureRefused,
};

/** Runs in the process that takes files apart: nothing of the file survives but its pixels (security 53). */
export const readPictureHandler = fileHandler(readPictureTask, {
  cost: async ({ file }) => ({
    pool: 'pictures',
    bytes: await measurePicture(file, decoding),
  }),
  run: ({ file, folder }) =>
    withPicture(file, decoding, async ({ jpeg, width, height }) => {
      const side = pictureSides.thumb;
      const thumb = await sharp(jpeg)
        .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
        .jpeg({ quality: 80 })
        .toBuffer();
      await writeFile(path.join(folder, 'full'), jpeg, { mode: 0o600 });
      await writeFile(path.join(folder, 'thumb'), thumb, { mode: 0o600 });
      return { width, height, bytes: { full: jpeg.length, thumb: thumb.length } };
    }),
});
