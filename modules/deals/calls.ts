import { z } from 'zod';
import { defineCall, partySchema } from '#platform/call';
import { multilineText } from '#platform/text-schemas';
import { amountCents, currencies } from '#contracts/offers';
import { dealDto, reviewDto } from './dto';
import { maxAnswerText, maxNote, maxReason, maxReviewText } from './limits';
import { cancelCodes } from './status';

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
  /** Required where it is neither the sealed price nor the accepted total. */
  reason: wordsOrNone(maxReason),
  /**
   * The day of the treatment by the clinic's calendar, from the acceptance until today. Where no date was agreed, the
   * first side to confirm must send it; where one was agreed, it is ignored.
   */
  treatedOn: z.iso.date('deals.error.treated_on').nullish(),
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

const ofDeal = { audience: 'approved-party', params, query, data: dealAnswer } as const;
const refusals = ['not_found', 'which_session', 'event_refused'] as const;

export const readDealCall = defineCall({
  ...ofDeal,
  id: 'deals.read',
  method: 'GET',
  path: '/deals/{id}',
  summary: 'A deal by the id of its offer, with how to reach the other side',
  failures: ['not_found', 'which_session'],
});

export const proposeTimeCall = defineCall({
  ...ofDeal,
  id: 'deals.propose-time',
  method: 'POST',
  path: '/deals/{id}/times',
  summary: 'Propose a time; it takes the place of one that waits for an answer',
  body: timeSchema,
  status: 201,
  failures: refusals,
});

export const acceptTimeCall = defineCall({
  ...ofDeal,
  id: 'deals.accept-time',
  method: 'POST',
  path: '/deals/{id}/times/{timeId}/accept',
  summary: 'Accept the time that the other side proposed',
  params: timeParams,
  failures: refusals,
});

export const declineTimeCall = defineCall({
  ...ofDeal,
  id: 'deals.decline-time',
  method: 'POST',
  path: '/deals/{id}/times/{timeId}/decline',
  summary: 'Decline the time that the other side proposed',
  params: timeParams,
  failures: refusals,
});

export const calendarCall = defineCall({
  id: 'deals.calendar',
  method: 'GET',
  path: '/deals/{id}/calendar.ics',
  summary: 'The agreed date as an iCalendar file (RFC 5545)',
  audience: 'approved-party',
  params,
  query,
  failures: ['not_found', 'which_session', 'not_scheduled'],
});

export const treatedCall = defineCall({
  ...ofDeal,
  id: 'deals.treated',
  method: 'POST',
  path: '/deals/{id}/treated',
  summary: 'Confirm that the treatment took place, and what it cost',
  body: treatedSchema,
  failures: [...refusals, 'already_confirmed', 'before_the_date'],
});

export const notTreatedCall = defineCall({
  ...ofDeal,
  id: 'deals.not-treated',
  method: 'POST',
  path: '/deals/{id}/not-treated',
  summary: 'Say that no treatment took place; the review team looks at it',
  body: reasonSchema,
  failures: refusals,
});

export const cancelDealCall = defineCall({
  ...ofDeal,
  id: 'deals.cancel',
  method: 'POST',
  path: '/deals/{id}/cancel',
  summary: 'Cancel a deal before its date, with a reason',
  body: dealCancelSchema,
  failures: refusals,
});

export const writeReviewCall = defineCall({
  id: 'deals.review',
  method: 'POST',
  path: '/deals/{id}/review',
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
  method: 'POST',
  path: '/reviews/{id}/answer',
  summary: 'Answer a review of your clinic in public, once',
  audience: 'approved-clinic',
  params,
  body: answerSchema,
  data: reviewAnswer,
  status: 201,
  failures: ['not_found', 'already_answered'],
});

export const reportReviewCall = defineCall({
  id: 'deals.report-review',
  method: 'POST',
  path: '/reviews/{id}/report',
  summary: 'Ask the review team to look at a review or its answer',
  audience: 'approved-party',
  params,
  query,
  body: reasonSchema,
  failures: ['not_found', 'which_session'],
});
