export {
  type ClaimedDelivery,
  claimDeliveries,
  type EndedTry,
  forgetWebhooks,
  recordForEndpoints,
  recordTries,
} from './commands/deliveries.server';
export {
  addEndpoint,
  changeEndpoint,
  endWebhooks,
  removeEndpoint,
  rotateSecret,
  sendAgain,
  switchOffFailing,
} from './commands/endpoints.server';
export { sealedPlaces } from './keys.server';
export { personData } from './privacy.server';
export { courierReading, ownWebhooks } from './queries.server';
