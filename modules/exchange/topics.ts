import type { Category, City } from '#contracts/consultation';

/** Open pages of matching clinics are told by this word what happened to a request that is, or was, in their lists. */
export const listingChanged = 'exchange.listing-changed';

/**
 * Topics of live messages that clinics share, so that a request is told once and not once per clinic: one per category
 * for requests of every city, and one per category and city. They follow the rule of the list itself: a clinic hears of
 * exactly the requests that its list can hold.
 */
const topicOf = (category: Category, city: City | null): string =>
  `exchange:${category}:${city ?? '*'}`;

/** Where a request is told; clinics of every city listen to the one of its category. */
export const topicsOfListing = (listing: {
  readonly treatment: Category;
  readonly locations: readonly City[];
  readonly widened: boolean;
}): string[] =>
  listing.widened || listing.locations.length === 0
    ? [topicOf(listing.treatment, null)]
    : listing.locations.map((city) => topicOf(listing.treatment, city));

/** What a clinic of these categories and this city listens to; null: a city that patients cannot name. */
export const topicsAt = (categories: readonly Category[], city: City | null): string[] =>
  categories.flatMap((category) => [
    topicOf(category, null),
    ...(city ? [topicOf(category, city)] : []),
  ]);
