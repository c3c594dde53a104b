export { noteOffers } from './commands/note-offers';
export { endFilterMails, filterForMail, filterMails } from './commands/end-filter-mails';
export { changeFilter, removeFilter, savedFilters, saveFilter } from './commands/save-filter';
export { dueFiltersAfter, tellOfMatches, type DueFilter } from './commands/tell-of-matches';
export {
  cityOf,
  matches,
  reachOf,
  topicsOfClinic,
  type MatchingProfile,
  type Reach,
} from './matching';
export { compareListings, listedIdsAfter, type Difference } from './queries/compare-listings';
export { countsForClinic, listingsForClinic, newestMatch } from './queries/listings-for-clinic';
export { storeListings, withdrawListing, type PresentListing } from './store.server';
export { personData } from './person-data.server';
