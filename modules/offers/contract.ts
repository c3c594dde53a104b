export * from './schemas';
export * from './compare';
export * from './values';
export { type Source, type TemplateLine, templateOf } from './templates';

/** Open pages of the patient, the clinic and staff hear by this word that an offer has changed. */
export const offerChanged = 'offers.changed';
