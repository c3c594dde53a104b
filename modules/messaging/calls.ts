import { z } from 'zod';
import { defineCall, partySchema } from '#platform/call';
import { lineText, multilineText } from '#platform/text-schemas';
import { closedBecause, conversationDto, messageDto } from './dto';
import { maxFilesOfMessage, maxMessage, maxReason } from './limits';

// Not z.uuid(): an id that cannot exist answers like one that does not.
const params = z.strictObject({ offerId: z.string() });

/** What somebody writes; files alone are a message too. */
export const messageSchema = z
  .strictObject({
    text: multilineText(maxMessage, 'messaging.error.too_long')
      .nullish()
      .transform((text) => text ?? ''),
    /** Ids as `POST /api/attachments` gave them, in the order shown. */
    attachments: z
      .array(z.uuid())
      .max(maxFilesOfMessage, 'attachments.error.too-many')
      .nullish()
      .transform((ids) => [...new Set(ids ?? [])]),
  })
  .refine(({ text, attachments }) => text !== '' || attachments.length > 0, {
    path: ['text'],
    error: 'messaging.error.empty',
  });
export type MessageFields = z.output<typeof messageSchema>;

export const reportSchema = z.strictObject({
  reason: lineText({
    max: maxReason,
    missing: 'messaging.error.reason_missing',
    tooLong: 'error.text_too_long',
    unfit: 'error.unfit_text',
  }),
  /** Of the message, or the file, that it is about. */
  messageId: z.uuid().optional(),
  attachmentId: z.uuid().optional(),
});

export const conversationsCall = defineCall({
  id: 'messaging.conversations',
  method: 'GET',
  path: '/conversations',
  summary:
    'Your conversations, the latest message first, 20 a page, and how many messages are unread',
  audience: 'approved-party',
  query: z.strictObject({ as: partySchema.optional(), cursor: z.string().max(200).optional() }),
  data: z.strictObject({
    conversations: z.array(conversationDto),
    nextCursor: z.string().nullable(),
    /** Of the reader, in up to 100 conversations. */
    unread: z.int(),
  }),
  failures: ['which_session', 'invalid_cursor'],
});

export const messagesCall = defineCall({
  id: 'messaging.messages',
  method: 'GET',
  path: '/conversations/{offerId}/messages',
  summary: 'What patient and clinic said about an offer, newest first, 20 a page',
  audience: 'approved-party',
  params,
  query: z.strictObject({ cursor: z.string().max(200).optional() }),
  data: z.strictObject({
    messages: z.array(messageDto),
    nextCursor: z.string().nullable(),
    /** Of the reader. */
    unread: z.int(),
    closed: z.enum(closedBecause).nullable(),
  }),
  failures: ['not_found', 'invalid_cursor'],
});

export const sendMessageCall = defineCall({
  id: 'messaging.send',
  method: 'POST',
  path: '/conversations/{offerId}/messages',
  summary: 'Write to the other side; contact data is masked until the offer is accepted',
  audience: 'approved-party',
  params,
  body: messageSchema,
  data: z.strictObject({ message: messageDto }),
  status: 201,
  failures: ['not_found', 'conversation_closed', 'conversation_blocked'],
  idempotent: true,
});

export const markReadCall = defineCall({
  id: 'messaging.read',
  method: 'POST',
  path: '/conversations/{offerId}/read',
  summary: 'What the other side has written is seen, down to a message',
  audience: 'approved-party',
  params,
  /** `upTo`: the last message that was shown; without it all that is there counts as seen. */
  query: z.strictObject({ upTo: z.uuid().optional() }),
  failures: ['not_found'],
});

export const reportConversationCall = defineCall({
  id: 'messaging.report',
  method: 'POST',
  path: '/conversations/{offerId}/report',
  summary: 'Ask the team to look at a conversation',
  audience: 'approved-party',
  params,
  body: reportSchema,
  failures: ['not_found'],
});

export const askMaskingReviewCall = defineCall({
  id: 'messaging.ask-masking-review',
  method: 'POST',
  path: '/conversations/{offerId}/messages/{messageId}/review',
  summary: 'Let the team look at one masked message of one’s own',
  audience: 'approved-party',
  params: z.strictObject({ offerId: z.string(), messageId: z.string() }),
  failures: ['not_found'],
});

export const blockConversationCall = defineCall({
  id: 'messaging.block',
  method: 'POST',
  path: '/conversations/{offerId}/block',
  summary: 'Take no more messages of the other side in this conversation',
  audience: 'approved-party',
  params,
  failures: ['not_found'],
});

export const readSentFileAsStaffCall = defineCall({
  id: 'messaging.read-file-as-staff',
  method: 'GET',
  path: '/admin/conversations/{id}/files/{fileId}',
  summary: 'The bytes of a file of a reported conversation; each read is logged',
  audience: 'staff',
  params: z.strictObject({ id: z.string(), fileId: z.string() }),
  failures: ['not_found'],
});
