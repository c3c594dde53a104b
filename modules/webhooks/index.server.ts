export {
  addBrowser,
  endBrowsers,
  endBrowsersOfSessions,
  endOtherBrowsers,
  forgetBrowsers,
  holdOwnNews,
  recordForBrowsers,
  removeBrowser,
  removeLostBrowsers,
} from './commands/browsers.server';
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
export {
  browsersOf,
  courierReading,
  type NotifiedBrowser,
  ownBrowsers,
  ownWebhooks,
  pushKeyOf,
} from './queries.server';
export { pushLifetime, pushMakerOf } from './rules';
