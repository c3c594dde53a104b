export * from './schemas';
export * from './schemas';
export * from './values';

/** Open pages of the patient and the clinic are told by this word that a deal has changed. */
export const dealChanged = 'deals.changed';
