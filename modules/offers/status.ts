/** Where an offer stands (docs/product.md, Offers and deals). The first two are live: they count against the cap. */
export const offerStatuses = [
  'pending',
  'negotiating',
  'accepted',
  'declined',
  'withdrawn',
  'expired',
] as const;
export type OfferStatus = (typeof offerStatuses)[number];

export const liveStatuses = ['pending', 'negotiating'] as const satisfies readonly OfferStatus[];

export const isLive = (status: OfferStatus): boolean =>
  (liveStatuses as readonly OfferStatus[]).includes(status);

/** Why a patient says no, in one tap. Clinics learn it. */
export const declineReasons = [
  'price',
  'distance',
  'dates',
  'doctor',
  'not-enough-information',
  'other-treatment',
  'changed-mind',
] as const;
export type DeclineReason = (typeof declineReasons)[number];

/** What ended an offer without its having been chosen or run out. */
export const declineCauses = ['patient', 'not-chosen', 'request-ended'] as const;
export const withdrawers = ['clinic', 'suspension'] as const;

/** What a line of an offer says of itself. A line that the clinic leaves out is `not-stated`. */
export const itemStates = ['included', 'extra', 'not-needed', 'not-stated'] as const;
export type ItemState = (typeof itemStates)[number];

/** The clinic's tabs: what it waits for, what was chosen, what is over otherwise. */
export const bidGroups = {
  active: liveStatuses,
  won: ['accepted'],
  lost: ['declined', 'withdrawn', 'expired'],
} as const satisfies Record<string, readonly OfferStatus[]>;
export type BidGroup = keyof typeof bidGroups;
