import type { MaskedKind } from '#platform/masking/mask';
import type { ClaimedFile, ReadDocument } from '#platform/files/document';
import { defineFileTask } from '#platform/files/file-work';

/** A checked attachment, and what its text gives away. */
export interface ReadAttachment extends ReadDocument {
  readonly contactData: MaskedKind[];
  /** All of its text was read; true for pictures, which are not read. */
  readonly readable: boolean;
}

/** Judges a file by its content, encodes pictures anew and looks for contact data in what a file says. */
export const readAttachmentTask = defineFileTask<ClaimedFile, ReadAttachment>('attachments.read');
