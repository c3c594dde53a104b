export * from './calls';
export * from './dto';
export { exchangeFacts } from './facts';
export * from './filters';
export { listingChanged, topicsOfListing } from './topics';
