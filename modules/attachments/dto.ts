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

export const unfitReasons = ['only-pictures', 'contact-data', 'unreadable'] as const;
export type UnfitReason = (typeof unfitReasons)[number];

/** A file as its owner has it before it is sent. */
export const ownAttachmentDto = attachmentDto.extend({
  /** Why it cannot be sent before an offer is accepted; missing where it can. */
  unfit: z.enum(unfitReasons).optional(),
});
export type OwnAttachmentDto = z.output<typeof ownAttachmentDto>;

/** What an upload is called in a form and in the API. */
export const attachmentField = 'attachment';

/** For the picker of a form (spec 5). */
export const acceptedAttachments = 'image/jpeg,image/png,image/webp,.pdf,.doc,.docx,.txt';
