export { addressBlock } from './rate-limit/address-block';
export { purgeRateLimits, returnPoint, takePoint, type Rule } from './rate-limit/take-point';
