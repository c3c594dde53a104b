export * from './schemas';
export * from './values';

/** Open pages of the owner hear by this word that a request has changed. */
export const leadChanged = 'leads.status-changed';
