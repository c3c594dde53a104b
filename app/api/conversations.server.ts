import { attachmentField, uploadAttachmentCall } from '#contracts/attachments';
import { AppError } from '#platform/errors';
import { receiveAttachments } from '#app/attachments/receive-attachments.server';
import { asParty, endpoint } from '#app/http/api.server';

const attachments = [
  endpoint(
    uploadAttachmentCall,
    async (ctx, _input, { request }) => {
      const { attachments: files } = await receiveAttachments(ctx, request);
      const [first] = files;
      if (!first)
        throw new AppError('validation_failed', {
          fields: { [attachmentField]: ['documents.error.none'] },
        });
      return { id: first.id, ids: files.map(({ id }) => id), attachments: files };
    },
    asParty,
  ),
];

/** What patients and clinics send each other: files, and the messages that they belong to. */
export const conversationEndpoints = [...attachments];
