export * from './changes';
export * from './compare';
export * from './dto';
export { offerFacts } from './facts';
export * from './status';

/** Open pages of the patient, the clinic and staff are told by this word that an offer has changed. */
export const offerChanged = 'offers.changed';
