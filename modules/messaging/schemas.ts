import { photoSlotSchema } from '#contracts/consultation';
import { clinicRoles, sides } from '#platform/base/actor';
import { z } from 'zod';
import { defineCall, partySchema } from '#platform/base/call';
import { defineEvents } from '#engine/contract';
import { defineList } from '#platform/lists/list';
import { lineText, multilineText } from '#platform/text/text-schemas';
import { maskedKinds } from '#platform/masking/mask';
import { translatedByDto, translatingDto } from '#contracts/translations';
import {
  maxFilesOfMessage,
  maxMessage,
  maxReason,
  phrasesOf,
  reportOutcomes,
  reviewOutcomes,
  reviewStates,
} from './values';

/** What can happen in a conversation. */
export const messagingEvents = defineEvents('messaging', {
  /** Nobody has looked for ten minutes. `to`: who has not. */
  unread: z.strictObject({
    offerId: z.uuid(),
    leadId: z.uuid(),
    patientId: z.uuid(),
    clinicId: z.uuid(),
    to: z.enum(sides),
  }),
  reported: z.strictObject({ offerId: z.uuid(), reportId: z.uuid() }),
});

export const phraseSchema = z.enum(
  [...phrasesOf('patient'), ...phrasesOf('clinic')],
  'messaging.error.no_phrase',
);

/** One message as both sides read it. */
export const messageDto = z.strictObject({
  _id: z.uuid(),
  offerId: z.uuid(),
  from: z.enum(sides),
  /**
   * Of the clinic's team, who wrote it; null of a patient's, and of what was written before clinics had teams. The role of
   * its software is null.
   */
  by: z
    .strictObject({ name: z.string(), role: z.enum(clinicRoles).nullable(), isYou: z.boolean() })
    .nullable(),
  /** Without contact data until the offer is accepted. Of a ready-made sentence the words in the reader's language. */
  text: z.string(),
  /** The ready-made sentence that it is; null for a message in words of its writer's own. */
  phrase: phraseSchema.nullable(),
  /** What was taken out of the text; its sender reads why. Empty once the offer is accepted. */
  masked: z.array(z.enum(maskedKinds)),
  /** The pieces that were taken out of it, for its sender only. */
  hidden: z.array(z.string()),
  /** Where the review stands that its sender asked for; null without one, and for the other side. */
  review: z.enum(reviewStates).nullable(),
  attachments: z.array(
    z.strictObject({ id: z.uuid(), name: z.string(), type: z.string(), bytes: z.int() }),
  ),
  /** From the clinic: the view of which it asks for a photo; from the patient: the view of a photo that was added. */
  slot: photoSlotSchema.nullable(),
  /** The text in the reader's language, by software, without contact data; null where none was asked for. */
  translation: translatedByDto.extend({ text: z.string() }).nullable(),
  createdAt: z.iso.datetime(),
  readAt: z.iso.datetime().nullable(),
});
export type MessageDto = z.output<typeof messageDto>;

/** A conversation in the list of all of them. */
export const conversationDto = z.strictObject({
  offerId: z.uuid(),
  /** The clinic's name, or a patient's abbreviated one; null where the account is gone. */
  with: z.string().nullable(),
  /** What the request is for; null where it is gone. */
  subTreatment: z.string().nullable(),
  lastMessageAt: z.iso.datetime(),
  lastFrom: z.enum(sides),
  /** How the last message begins, without contact data; empty for files or a view alone, null where it is not to be read any more. */
  preview: z.string().nullable(),
  /** The view that the last message asks for or adds; null for any other message. */
  slot: photoSlotSchema.nullable(),
  /** Messages that the reader has not seen. */
  unread: z.int(),
});
export type ConversationDto = z.output<typeof conversationDto>;

/** Of a card: when something was said last, and how much of it the reader has not seen. */
export interface ConversationMark {
  readonly lastMessageAt: string | null;
  readonly unread: number;
}

/** Why nothing can be written any more: the team or a side that blocked it, an offer that is over, or a deal that is closed. */
export const closedBecause = [
  'blocked-by-team',
  'blocked-by-you',
  'blocked-by-them',
  'offer-over',
  'deal-closed',
] as const;
export type ClosedBecause = (typeof closedBecause)[number];

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
    /** A ready-made sentence of the writer's side, in place of words and files. */
    phrase: phraseSchema.nullish(),
  })
  .refine(({ text, attachments, phrase }) => text !== '' || attachments.length > 0 || phrase, {
    path: ['text'],
    error: 'messaging.error.empty',
  })
  .refine(({ text, attachments, phrase }) => !phrase || (text === '' && attachments.length === 0), {
    path: ['phrase'],
    error: 'messaging.error.phrase_alone',
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
  scope: 'messages',
  route: 'GET /conversations',
  summary:
    'Your conversations, the latest message first, 20 a page, and how many messages are unread',
  audience: 'writing-party',
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
  scope: 'messages',
  route: 'GET /conversations/{offerId}/messages',
  summary: 'What patient and clinic said about an offer, newest first, 20 a page',
  audience: 'writing-party',
  params,
  query: z.strictObject({ cursor: z.string().max(200).optional() }),
  data: z.strictObject({
    messages: z.array(messageDto),
    nextCursor: z.string().nullable(),
    /** Of the reader. */
    unread: z.int(),
    closed: z.enum(closedBecause).nullable(),
    translating: translatingDto,
  }),
  failures: ['not_found', 'invalid_cursor'],
});

export const sendMessageCall = defineCall({
  id: 'messaging.send',
  scope: 'messages',
  route: 'POST /conversations/{offerId}/messages',
  summary: 'Write to the other side; contact data is masked until the offer is accepted',
  audience: 'writing-party',
  params,
  body: messageSchema,
  data: z.strictObject({ message: messageDto }),
  status: 201,
  failures: ['not_found', 'conversation_closed', 'conversation_blocked'],
  idempotent: true,
});

export const askViewSchema = z.strictObject({ slot: photoSlotSchema });

export const askViewCall = defineCall({
  id: 'messaging.ask-view',
  route: 'POST /conversations/{offerId}/asked-views',
  summary: 'Ask the patient for a photo of one view; once until it is there',
  audience: 'clinic-doctor',
  params,
  body: askViewSchema,
  data: z.strictObject({ message: messageDto }),
  status: 201,
  failures: ['not_found', 'conversation_closed', 'conversation_blocked'],
});

export const addViewCall = defineCall({
  id: 'messaging.add-view',
  route: 'POST /conversations/{offerId}/added-views',
  summary: 'Add a photo of a view to your request, and say so to the clinic',
  audience: 'patient',
  params,
  /** As `POST /photos?slot=` gave it. */
  body: z.strictObject({ photo: z.uuid() }),
  data: z.strictObject({ message: messageDto }),
  status: 201,
  failures: ['not_found', 'conversation_closed', 'conversation_blocked'],
});

export const markReadCall = defineCall({
  id: 'messaging.read',
  scope: 'messages',
  route: 'POST /conversations/{offerId}/read',
  summary: 'What the other side has written is seen, down to a message',
  audience: 'writing-party',
  params,
  /** `upTo`: the last message that was shown; without it all that is there counts as seen. */
  query: z.strictObject({ upTo: z.uuid().optional() }),
  failures: ['not_found'],
});

export const reportConversationCall = defineCall({
  id: 'messaging.report',
  route: 'POST /conversations/{offerId}/report',
  summary: 'Ask the team to look at a conversation',
  audience: 'writing-party',
  params,
  body: reportSchema,
  failures: ['not_found'],
});

export const askMaskingReviewCall = defineCall({
  id: 'messaging.ask-masking-review',
  route: 'POST /conversations/{offerId}/messages/{messageId}/review',
  summary: 'Let the team look at one masked message of one’s own',
  audience: 'writing-party',
  params: z.strictObject({ offerId: z.string(), messageId: z.string() }),
  failures: ['not_found'],
});

export const translateMessageCall = defineCall({
  id: 'messaging.translate',
  route: 'POST /conversations/{offerId}/messages/{messageId}/translation',
  summary:
    'A message of the other side in your language, by software and without contact data; stored for both of you',
  audience: 'writing-party',
  params: z.strictObject({ offerId: z.string(), messageId: z.string() }),
  data: z.strictObject({ message: messageDto }),
  failures: [
    'not_found',
    'translation_off',
    'translation_not_agreed',
    'translation_unknown',
    'translation_budget',
    'translation_failed',
    'too_many_requests',
  ],
});

export const blockConversationCall = defineCall({
  id: 'messaging.block',
  route: 'POST /conversations/{offerId}/block',
  summary: 'Take no more messages of the other side in this conversation',
  audience: 'writing-party',
  params,
  failures: ['not_found'],
});

export const readSentFileAsStaffCall = defineCall({
  id: 'messaging.read-file-as-staff',
  route: 'GET /admin/conversations/{id}/files/{fileId}',
  summary: 'The bytes of a file of a reported conversation; each read is logged',
  audience: 'staff',
  params: z.strictObject({ id: z.string(), fileId: z.string() }),
  failures: ['not_found'],
});

const anyId = z.string().max(100);

/** Columns and filters of `GET /api/admin/conversations`; `q` is an id of the offer, its request, its clinic or its patient. */
export const reportedList = defineList({
  sort: ['reportedAt'],
  defaultSort: ['reportedAt', 'DESC'],
  filters: {
    /** Nobody has decided yet. */
    queue: z.literal('waiting'),
    clinicId: anyId,
    patientId: anyId,
  },
});

/** Columns and filters of `GET /api/admin/masking-reviews`; `q` is the id of a message. */
export const maskingReviewList = defineList({
  sort: ['askedAt'],
  defaultSort: ['askedAt', 'DESC'],
  filters: {
    /** It waits for a decision. */
    queue: z.literal('waiting'),
  },
});

const instant = z.iso.datetime();

const listed = {
  /** The offer's. */
  id: z.uuid(),
  leadId: z.uuid(),
  clinicId: z.uuid(),
  clinicName: z.string(),
  patientId: z.uuid(),
  reportedAt: instant,
  /** Null once somebody has decided. */
  waitingSince: instant.nullable(),
  outcome: z.enum(reportOutcomes).nullable(),
  /** Since when the team lets nobody write there. */
  blockedAt: instant.nullable(),
  /** Of `read-messages {reason}`, `dismiss`, `keep {reason}`, `block {reason}`, `unblock {reason}`. */
  allowedEvents: z.array(z.string()),
};

/** `GET /api/admin/conversations`: reported ones, and nothing that was said in them. */
export const reportedRecord = z.strictObject(listed);
export type ReportedRecord = z.output<typeof reportedRecord>;

/** `GET /api/admin/conversations/{id}`: why it was reported; what was said only in the answer to `read-messages`. */
export const reportedDetailRecord = z.strictObject({
  ...listed,
  /** Newest first. */
  reports: z.array(
    z.strictObject({
      id: z.uuid(),
      by: z.enum(sides),
      reason: z.string(),
      messageId: z.uuid().nullable(),
      attachmentId: z.uuid().nullable(),
      at: instant,
      settledAt: instant.nullable(),
    }),
  ),
  /** The last ones, oldest first, as the two read them; bytes of files: `/api/admin/conversations/{id}/files/{fileId}`. */
  messages: z.array(messageDto).nullable(),
});
export type ReportedDetailRecord = z.output<typeof reportedDetailRecord>;

const review = {
  /** The message's. */
  id: z.uuid(),
  by: z.enum(sides),
  askedAt: instant,
  /** Null once it is decided. */
  waitingSince: instant.nullable(),
  outcome: z.enum(reviewOutcomes).nullable(),
  /** Of `release` and `keep`. */
  allowedEvents: z.array(z.string()),
};

/** `GET /api/admin/masking-reviews`: messages whose senders asked for a review of what was masked in them. */
export const maskingReviewRecord = z.strictObject(review);
export type MaskingReviewRecord = z.output<typeof maskingReviewRecord>;

/** `GET /api/admin/masking-reviews/{id}`: the one message that its sender released, until it is decided. */
export const maskingReviewDetailRecord = z.strictObject({
  ...review,
  words: z.strictObject({ written: z.string(), shown: z.string() }).nullable(),
});
export type MaskingReviewDetailRecord = z.output<typeof maskingReviewDetailRecord>;
