export * from './calls';
export * from './console-lists';
export * from './console-records';
export * from './dto';
export * from './limits';
export { dealFacts, reviewFacts, teamFacts } from './facts';
export * from './status';

/** Open pages of the patient and the clinic are told by this word that a deal has changed. */
export const dealChanged = 'deals.changed';
