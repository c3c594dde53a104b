import { type ClaimedFile, type ReadDocument } from '#platform/files/document';
import { defineFileTask } from '#platform/files/file-work';

/** Judges a document by its content; pictures are encoded anew. */
export const readDocumentTask = defineFileTask<ClaimedFile, ReadDocument>(
  'clinic-onboarding.read-document',
);
