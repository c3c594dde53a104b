export { acceptOffer, declineOffer, withdrawOffer } from './commands/decide-offer';
export { answerOffer } from './commands/answer-offer';
export { endReading, endReadingOf } from './commands/end-reading';
export { declineNotChosen, declineWithRequest, withdrawOffers } from './commands/end-others';
export {
  dropOfferDraft,
  forgetOfferDrafts,
  keepOfferDraft,
  readOfferDraft,
} from './commands/form-draft';
export { keepReusable, removeReusable, reusableOffers } from './commands/reusable';
export { reviseOffer } from './commands/revise-offer';
export { admitOffer, sendOffer } from './commands/send-offer';
export { offerFlow } from './offer.flow.server';
export { bidsAmong, bidsOfClinic, countBids } from './queries/bids';
export { offersOfLead, ownOfferFor, previousRevisions, readOffer } from './queries/own-offers';
export {
  closedAmong,
  closedOffersOf,
  clinicsOffering,
  liveOffersOf,
  partiesOf,
  type Parties,
} from './queries/parties';
export { standingOffer } from './queries/standing-offer';
export { pricesOfLeads, type OfferedPrice } from './queries/prices-of-leads';
export { priceOfRevision } from './queries/price-of-revision';
export type { Offer } from './repo.server';
export { offerBudgets, offerValidity } from './settings';
export { offerFigures, type OfferFigures } from './queries/offer-figures';
export { outcomesOf, type OfferOutcome } from './queries/outcomes-of';
export {
  countLiveOffersOf,
  listOffersForStaff,
  offerForStaff,
  readOfferWords,
  type ListedOffer,
} from './console/offers-for-staff';
export { erasableOffersOf, offersOfLeads, offersOfPerson, personData } from './person-data.server';
