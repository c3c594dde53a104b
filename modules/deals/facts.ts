import { z } from 'zod';
import { defineFacts, type FactOf } from '#platform/facts';
import {
  cancelCodes,
  cancellers,
  removalReasons,
  sides,
  stillReasons,
  treatedBy as treatmentShownBy,
} from './status';

const who = { offerId: z.uuid(), leadId: z.uuid(), patientId: z.uuid(), clinicId: z.uuid() };
const whoOnly = z.strictObject(who);
const by = z.enum(sides);
const ofTime = z.strictObject({ ...who, timeId: z.uuid(), by });

/** What can happen to a deal. */
export const dealFacts = defineFacts('deals', {
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
export type DealFact = FactOf<typeof dealFacts>;

/** What staff do beside the machine. */
export const teamFacts = defineFacts('deals', {
  /** To both sides. */
  'team-wrote': z.strictObject({ ...who, messageId: z.uuid() }),
});

const review = { ...who, reviewId: z.uuid() };

/** What can happen to a review afterwards. */
export const reviewFacts = defineFacts('deals', {
  'review-answered': z.strictObject(review),
  'review-reported': z.strictObject({ ...review, by }),
  'review-removed': z.strictObject({ ...review, because: z.enum(removalReasons) }),
});
