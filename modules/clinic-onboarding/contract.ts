export * from './dto';
export * from './staff-records';
export * from './status';

/** Open pages of the clinic are told by this word that its application has changed. */
export const applicationChanged = 'clinic-onboarding.application-changed';
