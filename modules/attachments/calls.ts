import { z } from 'zod';
import { defineCall } from '#platform/call';
import { ownAttachmentDto } from './dto';
import { attachmentsPath } from './uploading';

export const uploadAttachmentCall = defineCall({
  id: 'attachments.upload',
  method: 'POST',
  path: attachmentsPath,
  summary:
    'Upload files for an offer or a message (pictures, PDF, DOC, DOCX, TXT, up to 10 MB each)',
  audience: 'approved-party',
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
