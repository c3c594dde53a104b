import { defineFileTask } from '#platform/file-work';
import type { DocumentWarning } from '../../status';
import type { ClaimedFile } from './judge-type';

/** What a checked document is, and what of it is to be stored. */
export interface ReadDocument {
  /** Name of the file to be stored, within the folder: of a picture, what was encoded anew. */
  readonly file: string;
  readonly bytes: number;
  /** Of the bytes to be stored, hex. */
  readonly sha256: string;
  readonly contentType: string;
  /** Active content for a person to judge. */
  readonly warnings: DocumentWarning[];
}

/** Judges a document by its content; pictures are encoded anew. */
export const readDocumentTask = defineFileTask<ClaimedFile, ReadDocument>(
  'clinic-onboarding.read-document',
);
