import { z } from 'zod';
import { defineCall } from '#platform/base/call';
import { attachmentsPath, unfitReasons } from './values';

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

export const uploadAttachmentCall = defineCall({
  id: 'attachments.upload',
  route: `POST ${attachmentsPath}`,
  summary:
    'Upload files for an offer or a message (pictures, PDF, DOC, DOCX, TXT, up to 10 MB each)',
  audience: 'writing-party',
  multipart: true,
  query: z.strictObject({
    /** Whose files they are, where both are signed in. */
    as: z.enum(['patient', 'clinic']).optional(),
  }),
  body: z.strictObject({ attachment: z.string() }),
  data: z.strictObject({
    /** The first, or only, file; good for one offer or one message, for a day. */
    id: z.uuid(),
    ids: z.array(z.uuid()),
    attachments: z.array(ownAttachmentDto),
  }),
  status: 201,
  failures: ['which_session'],
  limit: 'upload',
});
