import { type DocumentTypeName, measureDocument, readDocument } from '#platform/files/document';
import { fileHandler } from '#platform/files/file-work';
import {
  type Decoding,
  encodeSizes,
  measurePicture,
  pictureColours,
  pictureHash,
  withPicture,
  writeSizes,
} from '#platform/files/picture';
import { pictureRefused, readDocumentTask, readPictureTask } from './read-files-task';
import { pictureSides } from './values';

/** What documents may be (docs/product.md, Clinic onboarding). */
const kinds: readonly DocumentTypeName[] = ['pdf', 'jpeg', 'png', 'docx', 'doc'];

/** Runs in the process that takes files apart. */
export const readDocumentHandler = fileHandler(readDocumentTask, {
  cost: ({ file, input }) => measureDocument(file, input, kinds),
  run: (job) => readDocument(job, kinds),
});

const decoding: Decoding = { side: pictureSides.full, refused: pictureRefused };

/** Runs in the process that takes files apart: nothing of the file survives but its pixels (security 53). */
export const readPictureHandler = fileHandler(readPictureTask, {
  cost: async ({ file }) => ({
    pool: 'pictures',
    bytes: await measurePicture(file, decoding),
  }),
  run: ({ file, folder }) =>
    withPicture(file, decoding, async ({ jpeg, width, height }) => {
      const bytes = await writeSizes(folder, await encodeSizes(jpeg, pictureSides));
      const [hash, colours] = [await pictureHash(jpeg), await pictureColours(jpeg)];
      return { width, height, bytes, hash, colours };
    }),
});
