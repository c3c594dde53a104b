import { sides } from '#platform/base/actor';
import { z } from 'zod';
import { recordSchema } from '#contracts/aftercare';
import { amountCents, assumptionDto, currencies } from '#contracts/offers';
import { defineCall, partySchema } from '#platform/base/call';
import { defineEvents, type EventOf } from '#engine/contract';
import { defineList, oneOrMany } from '#platform/lists/list';
import { multilineText } from '#platform/text/text-schemas';
import {
  cancelCodes,
  cancellers,
  dealActions,
  dealPhases,
  dealStatuses,
  maxAnswerText,
  maxNote,
  maxReason,
  maxReviewText,
  priceCauses,
  removalReasons,
  stillReasons,
  timeStatuses,
  treatedBy as treatmentShownBy,
} from './values';

const who = { offerId: z.uuid(), leadId: z.uuid(), patientId: z.uuid(), clinicId: z.uuid() };
const whoOnly = z.strictObject(who);
const by = z.enum(sides);
const ofTime = z.strictObject({ ...who, timeId: z.uuid(), by });

/** What can happen to a deal. */
export const dealEvents = defineEvents('deals', {
  'time-proposed': ofTime,
  'time-declined': ofTime,
  /** `by` is who agreed to the other's proposal. */
  scheduled: z.strictObject({ ...ofTime.shape, changed: z.boolean() }),
  'visit-soon': whoOnly,
  /** Two days after the date: both are asked what happened. */
  'treatment-due': whoOnly,
  confirmed: z.strictObject({ ...who, by }),
  /** One side has confirmed, the other is asked to; the second time is the last. */
  'confirmation-due': z.strictObject({ ...who, awaited: by, nudge: z.literal([1, 2]) }),
  /** One side says that no treatment took place: staff look. */
  denied: z.strictObject({ ...who, by }),
  treated: z.strictObject({ ...who, by: z.enum(treatmentShownBy) }),
  /** Staff look. */
  'stood-still': z.strictObject({ ...who, because: z.enum(stillReasons) }),
  cancelled: z.strictObject({ ...who, by: z.enum(cancellers), code: z.enum(cancelCodes) }),
  reviewed: z.strictObject({ ...who, reviewId: z.uuid() }),
});
export type DealDomainEvent = EventOf<typeof dealEvents>;

/** What staff do beside the machine. */
export const teamEvents = defineEvents('deals', {
  /** To both sides. */
  'team-wrote': z.strictObject({ ...who, messageId: z.uuid() }),
});

const review = { ...who, reviewId: z.uuid() };

/** What can happen to a review afterwards. */
export const reviewEvents = defineEvents('deals', {
  'review-answered': z.strictObject(review),
  'review-reported': z.strictObject({ ...review, by }),
  'review-removed': z.strictObject({ ...review, because: z.enum(removalReasons) }),
});

const instant = z.iso.datetime();
const side = z.enum(sides);

/** Cents of a currency (ISO 4217). */
export const priceDto = z.strictObject({ amountCents: z.int(), currency: z.string() });

/** How to reach the other side: for the two of a deal that is not cancelled, and for nobody else. */
export const contactDto = z.strictObject({
  name: z.string(),
  /** E.164; null where the account is off its number. */
  phoneNumber: z.string().nullable(),
  email: z.string(),
});
export type ContactDto = z.output<typeof contactDto>;

/** Where a patient goes, as the clinic's profile has it. */
export const placeDto = z.strictObject({
  /** Empty where the clinic gives none. */
  address: z.string(),
  city: z.string(),
  country: z.string(),
  doctorName: z.string(),
  /** ISO 639-1. */
  languages: z.array(z.string()),
});
export type PlaceDto = z.output<typeof placeDto>;

const timeDto = z.strictObject({
  _id: z.uuid(),
  from: side,
  startsAt: instant,
  note: z.string().nullable(),
  status: z.enum(timeStatuses),
  createdAt: instant,
});

/** What a side says was paid. */
const confirmationDto = z
  .strictObject({
    ...priceDto.shape,
    reason: z.string().nullable(),
    /** What made it another price; null where the side does not say. */
    because: z.enum(priceCauses).nullable(),
    at: instant,
    /** The day of the treatment, where no date was agreed. */
    treatedOn: z.iso.date().nullable(),
  })
  .nullable();

/** Kinds of contact data that were masked before the words were stored. */
const maskedKinds = z.array(z.string());

export const reviewDto = z.strictObject({
  _id: z.uuid(),
  stars: z.int(),
  text: z.string(),
  masked: maskedKinds,
  createdAt: instant,
  /** Of the clinic, public like the review. */
  answer: z.strictObject({ text: z.string(), masked: maskedKinds, createdAt: instant }).nullable(),
  /** Why staff took the answer away. */
  answerRemoved: z.enum(removalReasons).nullable(),
});
export type ReviewDto = z.output<typeof reviewDto>;

/** A deal as its two sides know it, but for how to reach the other. */
export const dealFields = z.strictObject({
  /** The offer's. */
  _id: z.uuid(),
  leadId: z.uuid(),
  clinicId: z.uuid(),
  /** As whom it is read. */
  as: side,
  status: z.enum(dealStatuses),
  createdAt: instant,
  /** The latest 20, newest first. */
  times: z.array(timeDto),
  scheduledFor: instant.nullable(),
  treated: z.strictObject({ patient: confirmationDto, clinic: confirmationDto }),
  treatedAt: instant.nullable(),
  priceSealed: priceDto,
  /** The sealed price and every extra of the offer that has one: the total that was accepted. */
  priceAccepted: priceDto,
  /** What the accepted offer rests on, sealed with it; `assumption-1` is the first. */
  assumptions: z.array(assumptionDto),
  /** What both say, or the one who spoke; null before, and where they differ. */
  priceFinal: priceDto.nullable(),
  /** One side says that no treatment took place; staff look at it. */
  denied: z.strictObject({ by: side, at: instant, reason: z.string().nullable() }).nullable(),
  /** It does not move on by itself; staff look at it. */
  still: z.strictObject({ because: z.enum(stillReasons), since: instant }).nullable(),
  cancelled: z
    .strictObject({
      by: z.enum(cancellers),
      code: z.enum(cancelCodes),
      reason: z.string().nullable(),
      at: instant,
    })
    .nullable(),
  /** What staff wrote to both sides: the latest 20, newest first. */
  fromTeam: z.array(z.strictObject({ _id: z.uuid(), text: z.string(), createdAt: instant })),
  review: reviewDto.nullable(),
  /** Why staff took the review away. */
  reviewRemoved: z.enum(removalReasons).nullable(),
  /** What the asking side may do now. */
  actions: z.array(z.enum(dealActions)),
});
export type DealFields = z.output<typeof dealFields>;

export const dealDto = z.strictObject({
  ...dealFields.shape,
  /** Of the other side; null for a deal that is cancelled, and for somebody whose account is gone. */
  contact: contactDto.nullable(),
  /** Of the clinic, for the patient, as long as `contact` is there; null for the clinic itself. */
  place: placeDto.nullable(),
  /** Where the clinic is, whose clocks its dates go by; null for one that is gone, or closed to who asks. */
  city: z.string().nullable(),
});
export type DealDto = z.output<typeof dealDto>;

/** A deal in a list. */
export interface DealSummary {
  /** The offer's. */
  readonly _id: string;
  readonly leadId: string;
  readonly patientId: string;
  readonly clinicId: string;
  readonly status: DealFields['status'];
  readonly createdAt: string;
  readonly scheduledFor: string | null;
  readonly priceSealed: z.output<typeof priceDto>;
}

/** A review as the public reads it. */
export interface PublicReview extends ReviewDto {
  /** Abbreviated: 'Sarah M.'; null where the account is gone. */
  readonly author: string | null;
}

const words = (max: number) => multilineText(max).pipe(z.string().min(1, 'deals.error.words'));
/** Empty counts as none. */
const wordsOrNone = (max: number) =>
  multilineText(max)
    .nullish()
    .transform((text) => text || null);

export const timeSchema = z.strictObject({
  /** An instant that lies ahead, at most two years. */
  startsAt: z.iso.datetime({ offset: true, error: 'deals.error.starts_at' }),
  note: wordsOrNone(maxNote),
});

export const treatedSchema = z.strictObject({
  finalAmountCents: amountCents,
  /** Of the sealed price where it is left out. */
  currency: z.enum(currencies).optional(),
  /** Required where it is neither the sealed price nor the accepted total, unless an assumption of the offer is named. */
  reason: wordsOrNone(maxReason),
  /**
   * What made it another price: an assumption of the accepted offer by its place, or that the offer did not foresee it.
   * Required of another price where the offer has assumptions; ignored of an accepted one.
   */
  because: z.enum(priceCauses).nullish(),
  /**
   * The day of the treatment by the clinic's calendar, from the acceptance until today. Where no date was agreed, the
   * first side to confirm must send it; where one was agreed, it is ignored.
   */
  treatedOn: z.iso.date('deals.error.treated_on').nullish(),
  /** Of the clinic: what was used, how it goes on, whom to ask. Left out, its page says "not given". */
  aftercare: recordSchema.nullish(),
});

export const reasonSchema = z.strictObject({ reason: words(maxReason) });
export const dealCancelSchema = z.strictObject({
  reason: words(maxReason),
  code: z.enum(cancelCodes).default('other'),
});

export const reviewSchema = z.strictObject({
  stars: z.int().min(1).max(5),
  text: words(maxReviewText),
});
export const answerSchema = z.strictObject({ text: words(maxAnswerText) });

// Not z.uuid(): an id that cannot exist answers like one that does not.
const params = z.strictObject({ id: z.string() });
const timeParams = z.strictObject({ id: z.string(), timeId: z.string() });
/** As whom, for a browser that is both sides of one deal. */
const query = z.strictObject({ as: partySchema.optional() });
const dealAnswer = z.strictObject({ deal: dealDto });
const reviewAnswer = z.strictObject({ review: reviewDto });

const ofDeal = { params, query, data: dealAnswer } as const;
/** Of a clinic, managers agree on times and end deals. */
const changing = { ...ofDeal, audience: 'dealing-party' } as const;
const refusals = ['not_found', 'which_session', 'event_refused'] as const;

export const readDealCall = defineCall({
  ...ofDeal,
  audience: 'approved-party',
  id: 'deals.read',
  scope: 'deals',
  route: 'GET /deals/{id}',
  summary: 'A deal by the id of its offer, with how to reach the other side',
  failures: ['not_found', 'which_session'],
});

export const proposeTimeCall = defineCall({
  ...changing,
  id: 'deals.propose-time',
  scope: 'deals',
  route: 'POST /deals/{id}/times',
  summary: 'Propose a time; it takes the place of one that waits for an answer',
  body: timeSchema,
  status: 201,
  failures: refusals,
});

export const acceptTimeCall = defineCall({
  ...changing,
  id: 'deals.accept-time',
  scope: 'deals',
  route: 'POST /deals/{id}/times/{timeId}/accept',
  summary: 'Accept the time that the other side proposed',
  params: timeParams,
  failures: refusals,
});

export const declineTimeCall = defineCall({
  ...changing,
  id: 'deals.decline-time',
  scope: 'deals',
  route: 'POST /deals/{id}/times/{timeId}/decline',
  summary: 'Decline the time that the other side proposed',
  params: timeParams,
  failures: refusals,
});

export const calendarCall = defineCall({
  id: 'deals.calendar',
  route: 'GET /deals/{id}/calendar.ics',
  summary: 'The agreed date as an iCalendar file (RFC 5545)',
  audience: 'writing-party',
  params,
  query,
  failures: ['not_found', 'which_session', 'not_scheduled'],
});

export const treatedCall = defineCall({
  ...changing,
  id: 'deals.treated',
  route: 'POST /deals/{id}/treated',
  summary: 'Confirm that the treatment took place, and what it cost',
  body: treatedSchema,
  failures: [...refusals, 'already_confirmed', 'before_the_date'],
});

export const notTreatedCall = defineCall({
  ...changing,
  id: 'deals.not-treated',
  route: 'POST /deals/{id}/not-treated',
  summary: 'Say that no treatment took place; the review team looks at it',
  body: reasonSchema,
  failures: refusals,
});

export const cancelDealCall = defineCall({
  ...changing,
  id: 'deals.cancel',
  route: 'POST /deals/{id}/cancel',
  summary: 'Cancel a deal before its date, with a reason',
  body: dealCancelSchema,
  failures: refusals,
});

export const writeReviewCall = defineCall({
  id: 'deals.review',
  route: 'POST /deals/{id}/review',
  summary: 'Review a treatment, once',
  audience: 'patient',
  params,
  body: reviewSchema,
  data: reviewAnswer,
  status: 201,
  failures: ['not_found', 'not_treated', 'already_reviewed'],
});

export const answerReviewCall = defineCall({
  id: 'deals.answer-review',
  route: 'POST /reviews/{id}/answer',
  summary: 'Answer a review of your clinic in public, once',
  audience: 'clinic-manager',
  params,
  body: answerSchema,
  data: reviewAnswer,
  status: 201,
  failures: ['not_found', 'already_answered'],
});

export const reportReviewCall = defineCall({
  id: 'deals.report-review',
  route: 'POST /reviews/{id}/report',
  summary: 'Ask the review team to look at a review or its answer',
  audience: 'dealing-party',
  params,
  query,
  body: reasonSchema,
  failures: ['not_found', 'which_session'],
});

const anyId = z.string().max(100);

/** Columns and filters of `GET /api/admin/deals`; `q` is an id of the deal, its offer, its clinic or its patient. */
export const dealList = defineList({
  sort: ['createdAt', 'status'],
  defaultSort: ['createdAt', 'DESC'],
  filters: {
    status: oneOrMany(z.enum(dealStatuses)),
    /** Stands still, or one side says that no treatment took place. */
    queue: z.literal('waiting'),
    clinicId: anyId,
    patientId: anyId,
  },
});

/** Columns and filters of `GET /api/admin/reviews`; `q` is an id of the review, its deal or its patient. */
export const reviewList = defineList({
  sort: ['createdAt'],
  defaultSort: ['createdAt', 'DESC'],
  filters: {
    /** Somebody asked staff to look, and nobody has. */
    reported: z.literal(true),
    patientId: anyId,
  },
});

const price = { amountCents: z.int(), currency: z.string() };
const allowedEvents = z.array(z.string());

const dealListed = {
  id: z.uuid(),
  offerId: z.uuid(),
  leadId: z.uuid(),
  clinicId: z.uuid(),
  clinicName: z.string(),
  /** Where the clinic is; null for one that is gone. */
  clinicCity: z.string().nullable(),
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
      because: z.enum(priceCauses).nullable(),
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
