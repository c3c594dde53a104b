import { cities, type City } from '#contracts/consultation';

/** Characters of why a request is cancelled. */
export const maxCancelReason = 1_000;

/** The status words of the API, in the order of a request's life. */
export const leadStatuses = [
  'pending',
  'reviewed',
  'offers_received',
  'completed',
  'cancelled',
] as const;
export type LeadStatus = (typeof leadStatuses)[number];

/** Tab 'Active' of My Treatment Requests; also what counts as 'In Progress'. */
export const activeStatuses = ['pending', 'reviewed', 'offers_received'] as const;

export const isActive = (status: string): boolean =>
  (activeStatuses as readonly string[]).includes(status);

/** A request for any city: it names none, or all of them. */
export const namesEveryCity = (locations: readonly City[]): boolean =>
  locations.length === 0 || cities.every((city) => locations.includes(city));

const labels: ReadonlySet<string> = new Set(leadStatuses);

/** Key of the words that people read for a status; a word from a newer server reads as unknown. */
export const statusKey = (status: string): string =>
  `leads.status.${labels.has(status) ? status : 'unknown'}`;

/** What happens to single offers, beside the first and the last one. */
export const offerActivityKinds = [
  'offer-received',
  'offer-revised',
  'offer-declined',
  'offer-withdrawn',
  'offer-expired',
] as const;

/** What can happen to a request, as its owner reads it. */
export const activityKinds = [
  'submitted',
  'sent-back',
  'published',
  'widened',
  'no-offers-yet',
  'kept-waiting',
  'cities-opened',
  'offers-received',
  'offers-gone',
  ...offerActivityKinds,
  'reminder-due',
  'completed',
  'cancelled',
  'rejected',
  'expired',
] as const;
export type ActivityKind = (typeof activityKinds)[number];

/** The type of the live message that a request has changed, to open pages of its owner. */
export const leadChanged = 'leads.status-changed';

/** Where a clinic that was asked with a request stands; `held`: a place is kept for it, `open`: it may answer as any other. */
export const askStates = ['waiting', 'held', 'open', 'answered', 'refused', 'ended'] as const;
export type AskState = (typeof askStates)[number];

/** Why a clinic that was asked makes no offer; the patient reads it. */
export const refusalReasons = ['fully-booked', 'not-offered', 'not-suitable', 'other'] as const;
export type RefusalReason = (typeof refusalReasons)[number];

/** What ends it without the clinic: the request is over, or the clinic is shut. */
export const askEnds = ['request', 'clinic'] as const;
export type AskEnd = (typeof askEnds)[number];
