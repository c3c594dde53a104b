export {
  changeFilter,
  type DueFilter,
  dueFiltersAfter,
  endFilterMails,
  filterForMail,
  filterMails,
  giveRequest,
  noteAsks,
  noteOffers,
  type PresentListing,
  removeFilter,
  savedFilters,
  saveFilter,
  storeListings,
  takeBackRequests,
  publishMatches,
  withdrawListing,
} from './commands.server';
export {
  cityOf,
  matches,
  matchesAsked,
  type MatchingProfile,
  type Reach,
  reachOf,
  topicsOfClinic,
} from './rules';
export {
  compareListings,
  countsForClinic,
  type Difference,
  listedIdsAfter,
  listingsForClinic,
  listingsGivenToMember,
  memberOfRequest,
  newestMatch,
} from './queries.server';
export { personData } from './privacy.server';
