export * from './calls';
export * from './dto';
export * from './filters';
export { listingChanged, topicsOfListing } from './topics';
