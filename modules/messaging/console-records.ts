import { z } from 'zod';
import { messageDto } from './dto';
import { reportOutcomes, reviewOutcomes } from './outcomes';
import { sides } from './sides';

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
