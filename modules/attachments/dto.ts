import { z } from 'zod';
import { unfitReasons } from './uploading';

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

/** A file as its owner has it before it is sent. */
export const ownAttachmentDto = attachmentDto.extend({
  /** Why it cannot be sent before an offer is accepted; missing where it can. */
  unfit: z.enum(unfitReasons).optional(),
});
export type OwnAttachmentDto = z.output<typeof ownAttachmentDto>;
