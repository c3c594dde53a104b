export { addressBlock, normalAddress } from './rate-limit/address-block';
export { SharedCount } from './rate-limit/shared-count';
export { spend } from './rate-limit/spend';
export {
  pointsLeft,
  purgeRateLimits,
  returnAllPoints,
  returnPoint,
  consumeRateLimit,
  consumeRateLimits,
  requireRateLimit,
  type Rule,
} from './rate-limit/consume-rate-limit';
