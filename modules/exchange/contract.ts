export * from './schemas';
export { listingChanged, topicsOfListing } from './rules';
