import { z } from 'zod';

/** Of one offer, and of one message. */
export const maxAttachments = 10;

/** A file of an offer or a message, for `/api/files/{id}`. */
export const attachmentDto = z.strictObject({
  id: z.uuid(),
  /** As its owner calls it; without contact data until an offer is accepted. */
  name: z.string(),
  /** Media type, by content. */
  type: z.string(),
  bytes: z.int(),
});
export type AttachmentDto = z.output<typeof attachmentDto>;

/** What an upload is called in a form and in the API. */
export const attachmentField = 'attachment';

/** For the picker of a form (spec 5). */
export const acceptedAttachments = 'image/jpeg,image/png,image/webp,.pdf,.doc,.docx,.txt';
