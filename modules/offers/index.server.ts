export { offerFlow } from './offer.flow.server';
export { offerValidity } from './settings';
