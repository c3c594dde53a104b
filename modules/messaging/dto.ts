import { z } from 'zod';
import { maskedKinds } from './masking/mask';
import { reviewStates } from './outcomes';
import { sides } from './sides';

/** One message as both sides read it. */
export const messageDto = z.strictObject({
  _id: z.uuid(),
  offerId: z.uuid(),
  from: z.enum(sides),
  /** Without contact data until the offer is accepted. */
  text: z.string(),
  /** What was taken out of the text; its sender is told why. Empty once the offer is accepted. */
  masked: z.array(z.enum(maskedKinds)),
  /** The pieces that were taken out of it, for its sender only. */
  hidden: z.array(z.string()),
  /** Where the review stands that its sender asked for; null without one, and for the other side. */
  review: z.enum(reviewStates).nullable(),
  attachments: z.array(
    z.strictObject({ id: z.uuid(), name: z.string(), type: z.string(), bytes: z.int() }),
  ),
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
  /** How the last message begins, without contact data; empty for files alone, null where it is not to be read any more. */
  preview: z.string().nullable(),
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
