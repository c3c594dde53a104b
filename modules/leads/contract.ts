export * from './calls';
export * from './dto';
export { findingCodes, type FindingCode } from './findings';
export { leadFacts } from './facts';
export { maxCancelReason } from './limits';
export * from './console-lists';
export * from './console-records';
export * from './status';

/** Open pages of the owner are told by this word that a request has changed. */
export const leadChanged = 'leads.status-changed';
