export { addressBlock, normalAddress } from './rate-limit/address-block';
export {
  pointsLeft,
  purgeRateLimits,
  returnAllPoints,
  returnPoint,
  takePoint,
  takePoints,
  type Rule,
} from './rate-limit/take-point';
