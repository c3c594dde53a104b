/** Whom the courier delivers to, and how; more kinds have more words here. */
export const receiverKinds = ['webhook', 'push'] as const;

/** `off`: nothing is recorded for it, and nothing sent. */
export const endpointStates = ['on', 'off'] as const;
export type EndpointState = (typeof endpointStates)[number];

/** Why an endpoint is off. `failing`: it took nothing for three days, or answered that it is gone. */
export const offReasons = ['owner', 'failing'] as const;
export type OffReason = (typeof offReasons)[number];

/** `gone`: the push service said that it knows the browser no more, which is removed then. */
export const deliveryStates = ['waiting', 'delivered', 'failed', 'gone'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** Why a try has no answer: as the courier's port says it. */
export const tryFailures = ['address', 'name', 'certificate', 'timeout', 'connection'] as const;
export type TryFailure = (typeof tryFailures)[number];

/** Ids that an event may carry out of the product, the one that its order goes by first. */
export const carriedIds = [
  ...(['offerId', 'leadId', 'filterId', 'timeId', 'messageId', 'reviewId'] as const),
  ...(['checkInId', 'answerId', 'memberId'] as const),
] as const;
export type CarriedId = (typeof carriedIds)[number];

/** An event of the product as a clinic's own system hears of it. */
interface PublicEvent {
  /** The product's word. */
  readonly of: string;
  /** Only where a field says so: what the clinic did itself is no news to it. */
  readonly only?: { readonly field: string; readonly is: string };
}

/**
 * Every event that an endpoint can hear of, by its public name, which is stored and sent: never rename. The product's own
 * words may change, these may not.
 */
export const publicEvents = {
  'request.asked': { of: 'leads.clinic-asked' },
  'request.given': { of: 'exchange.request-given' },
  'filter.matched': { of: 'exchange.filter-matched' },
  'offer.answered': { of: 'offers.answered' },
  'offer.accepted': { of: 'offers.accepted' },
  'offer.declined': { of: 'offers.declined' },
  'offer.expired': { of: 'offers.expired' },
  'message.unread': { of: 'messaging.unread', only: { field: 'to', is: 'clinic' } },
  'deal.time_proposed': { of: 'deals.time-proposed', only: { field: 'by', is: 'patient' } },
  'deal.time_declined': { of: 'deals.time-declined', only: { field: 'by', is: 'patient' } },
  'deal.scheduled': { of: 'deals.scheduled' },
  'deal.visit_soon': { of: 'deals.visit-soon' },
  'deal.treatment_due': { of: 'deals.treatment-due' },
  'deal.confirmed': { of: 'deals.confirmed', only: { field: 'by', is: 'patient' } },
  'deal.confirmation_due': {
    of: 'deals.confirmation-due',
    only: { field: 'awaited', is: 'clinic' },
  },
  'deal.treated': { of: 'deals.treated' },
  'deal.cancelled': { of: 'deals.cancelled' },
  'deal.team_wrote': { of: 'deals.team-wrote' },
  'review.written': { of: 'deals.reviewed' },
  'review.removed': { of: 'deals.review-removed' },
  'aftercare.danger': { of: 'aftercare.danger' },
  'outcome.answered': { of: 'outcomes.answered' },
  'outcome.removed': { of: 'outcomes.answer-removed' },
} as const satisfies Record<string, PublicEvent>;
export type PublicEventName = keyof typeof publicEvents;
export const publicEventNames = Object.keys(publicEvents) as PublicEventName[];

/** The public name of an event of the product; undefined where no endpoint hears of it. */
export const publicNameOf = (
  type: string,
): { readonly name: PublicEventName; readonly event: PublicEvent } | undefined => {
  const name = publicEventNames.find((one) => publicEvents[one].of === type);
  return name && { name, event: publicEvents[name] };
};

/** Endpoints that a clinic can have. */
export const mostEndpoints = 5;
/** Tries that its page shows. */
export const shownTries = 100;
/** Characters of an address. */
export const maxAddress = 500;

export const webhooksPath = '/clinic/webhooks';

/** Whose push services browsers have. */
export const pushMakers = ['google', 'mozilla', 'apple', 'microsoft'] as const;
export type PushMaker = (typeof pushMakers)[number];

/** Browsers that one person can have notified: a patient, or a member of a clinic's team. */
export const mostBrowsers = 5;
