import { sides } from '#platform/base/actor';

/** Where a deal stands, as people see it (docs/product.md, Offers and deals). */
export const dealStatuses = ['accepted', 'scheduled', 'treated', 'reviewed', 'cancelled'] as const;
export type DealStatus = (typeof dealStatuses)[number];

/**
 * States of the machine. `confirming`: one side has said that the treatment took place. `disputed`: one says that it did
 * not, and staff look. Both are `scheduled`, or `accepted` without a date, to people.
 */
export const dealPhases = [
  'accepted',
  'scheduled',
  'confirming',
  'disputed',
  'treated',
  'reviewed',
  'cancelled',
] as const;
export type DealPhase = (typeof dealPhases)[number];

export const statusOf = (phase: DealPhase, scheduledFor: unknown): DealStatus =>
  phase === 'confirming' || phase === 'disputed'
    ? scheduledFor === null
      ? 'accepted'
      : 'scheduled'
    : phase;

export const timeStatuses = ['proposed', 'accepted', 'declined', 'replaced'] as const;

/** Why a deal ended without a treatment, in one word. */
export const cancelCodes = [
  'dates',
  'price',
  'health',
  'travel',
  'no-answer',
  'clinic-unable',
  'changed-mind',
  'other',
] as const;
export type CancelCode = (typeof cancelCodes)[number];
export const cancellers = [...sides, 'staff'] as const;

/** What made a treatment count: both said so, one did and the other was silent, or staff decided. */
export const treatedBy = ['both', 'silence', 'staff'] as const;

/** Why staff look at a deal by themselves: no date was agreed on, or nobody says what happened on it. */
export const stillReasons = ['no-date', 'no-confirmation'] as const;
export type StillReason = (typeof stillReasons)[number];

/** The only reasons for which staff take a review away; that it is a bad one is none of them. */
export const removalReasons = [
  'insult',
  'identifies-somebody',
  'advertising',
  'not-about-the-treatment',
  'unlawful',
] as const;
export type RemovalReason = (typeof removalReasons)[number];

/**
 * What a side says made the price another one: nothing that the offer named, or what the accepted offer rested on, by its
 * place.
 */
export const priceCauses = [
  'not-foreseen',
  'assumption-1',
  'assumption-2',
  'assumption-3',
  'assumption-4',
  'assumption-5',
] as const;
export type PriceCause = (typeof priceCauses)[number];

/** How the final price of a treatment compares with what was accepted. */
export const priceDifferences = ['none', 'foreseen', 'not-foreseen'] as const;
export type PriceDifference = (typeof priceDifferences)[number];

/** What a side may do next. */
export const dealActions = [
  'propose-time',
  'answer-time',
  'confirm',
  'deny',
  'review',
  'answer-review',
  'cancel',
] as const;
export type DealAction = (typeof dealActions)[number];

/** Of all clinics: they are in Türkiye, which has one time. */
export const clinicZone = 'Europe/Istanbul';

/** Where a time is meant; the first is the clinics' own. */
export const timeZones = [
  'istanbul',
  'london',
  'berlin',
  'new-york',
  'chicago',
  'los-angeles',
  'dubai',
  'riyadh',
  'jerusalem',
  'sydney',
  'utc',
] as const;

/** Characters. */
export const maxReason = 1_000;
export const maxNote = 500;
export const maxReviewText = 4_000;
export const maxAnswerText = 2_000;

/** The type of the live message that a deal has changed, to open pages of its patient and its clinic. */
export const dealChanged = 'deals.changed';
