import { measureDocument, readDocument, type DocumentTypeName } from '#platform/files/document';
import { fileHandler } from '#platform/files/file-work';
import { readDocumentTask } from './read-document-task';

/** What documents may be (docs/product.md, Clinic onboarding). */
const kinds: readonly DocumentTypeName[] = ['pdf', 'jpeg', 'png', 'docx', 'doc'];

/** Runs in the process that takes files apart. */
export const readDocumentHandler = fileHandler(readDocumentTask, {
  cost: ({ file, input }) => measureDocument(file, input, kinds),
  run: (job) => readDocument(job, kinds),
});
