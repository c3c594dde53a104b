export {
  /** @public What offers are made with tells the list through this. */
  noteOffers,
} from './commands/note-offers';
export { reachOf, topicsOfClinic, type MatchingProfile, type Reach } from './matching';
export { compareListings, listedIdsAfter, type Difference } from './queries/compare-listings';
export { countsForClinic, listingsForClinic } from './queries/listings-for-clinic';
export { storeListings, withdrawListing, type PresentListing } from './store.server';
