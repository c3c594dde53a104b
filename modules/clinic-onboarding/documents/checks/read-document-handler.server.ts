import { fileHandler } from '#platform/file-work';
import { measureDocument, readDocument } from './read-document.server';
import { readDocumentTask } from './read-document-task';

/** Runs in the process that takes files apart. */
export const readDocumentHandler = fileHandler(readDocumentTask, {
  cost: ({ file, input }) => measureDocument(file, input),
  run: readDocument,
});
