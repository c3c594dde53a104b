export { offerFlow } from './offer.flow.server';
export { standingOffer } from './queries/standing-offer';
export { offerValidity } from './settings';
