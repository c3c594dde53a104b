export { readAmount, writeAmount } from './amount';
export type { BidCard } from './bid-card';
export * from './console-lists';
export * from './console-records';
export * from './changes';
export * from './compare';
export * from './calls';
export * from './currencies';
export * from './dto';
export { offerFacts } from './facts';
export * from './offer-fields';
export * from './status';
export * from './typed-offer';
export { templateOf } from './templates/template-of';
export type { Source, TemplateLine } from './templates/line';

/** Open pages of the patient, the clinic and staff are told by this word that an offer has changed. */
export const offerChanged = 'offers.changed';
