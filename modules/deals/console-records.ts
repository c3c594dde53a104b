import { z } from 'zod';
import {
  cancelCodes,
  cancellers,
  dealPhases,
  dealStatuses,
  removalReasons,
  sides,
  stillReasons,
  timeStatuses,
} from './status';

const instant = z.iso.datetime();
const price = { amountCents: z.int(), currency: z.string() };
const allowedEvents = z.array(z.string());

const dealListed = {
  id: z.uuid(),
  offerId: z.uuid(),
  leadId: z.uuid(),
  clinicId: z.uuid(),
  clinicName: z.string(),
  patientId: z.uuid(),
  /** As the accepted offer says it. */
  ...price,
  status: z.enum(dealStatuses),
  phase: z.enum(dealPhases),
  createdAt: instant,
  scheduledFor: instant.nullable(),
  stillSince: instant.nullable(),
  stillBecause: z.enum(stillReasons).nullable(),
  deniedAt: instant.nullable(),
  deniedBy: z.enum(sides).nullable(),
  cancelledAt: instant.nullable(),
  cancelledBy: z.enum(cancellers).nullable(),
  cancelCode: z.enum(cancelCodes).nullable(),
  /** Of `cancel {reason}`, `uphold {reason}`, `write {message}`. */
  allowedEvents,
};

/** `GET /api/admin/deals`: nothing in the words of either side. */
export const dealRecord = z.strictObject(dealListed);
export type DealRecord = z.output<typeof dealRecord>;

/** `GET /api/admin/deals/{id}`, with what both sides say happened. Reading it is logged. */
export const dealDetailRecord = z.strictObject({
  ...dealListed,
  denialReason: z.string().nullable(),
  cancelReason: z.string().nullable(),
  confirmations: z.array(
    z.strictObject({
      ...{ side: z.enum(sides), at: instant, ...price, reason: z.string().nullable() },
      treatedOn: z.iso.date().nullable(),
    }),
  ),
  /** The latest proposals, newest first. */
  times: z.array(
    z.strictObject({
      id: z.uuid(),
      from: z.enum(sides),
      startsAt: instant,
      status: z.enum(timeStatuses),
    }),
  ),
  /** What staff wrote to both sides, the latest first. */
  fromTeam: z.array(z.strictObject({ id: z.uuid(), text: z.string(), createdAt: instant })),
});
export type DealDetailRecord = z.output<typeof dealDetailRecord>;

const reviewListed = {
  id: z.uuid(),
  dealId: z.uuid(),
  clinicId: z.uuid(),
  clinicName: z.string(),
  patientId: z.uuid(),
  stars: z.int(),
  /** As everybody reads it. */
  text: z.string(),
  answer: z.string().nullable(),
  createdAt: instant,
  answeredAt: instant.nullable(),
  reportedAt: instant.nullable(),
  removedAt: instant.nullable(),
  removedBecause: z.enum(removalReasons).nullable(),
  answerRemovedBecause: z.enum(removalReasons).nullable(),
  /** Of `remove {because, reason}`, `remove-answer {because, reason}`, `keep`. */
  allowedEvents,
};

/** `GET /api/admin/reviews`. */
export const reviewRecord = z.strictObject(reviewListed);
export type ReviewRecord = z.output<typeof reviewRecord>;

/** `GET /api/admin/reviews/{id}`, with why it was reported. */
export const reviewDetailRecord = z.strictObject({
  ...reviewListed,
  reports: z.array(z.strictObject({ side: z.enum(sides), reason: z.string(), at: instant })),
});
export type ReviewDetailRecord = z.output<typeof reviewDetailRecord>;
