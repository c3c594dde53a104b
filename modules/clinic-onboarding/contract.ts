export * from './staff-schemas';
export * from './profile-schemas';
export * from './values';
export { promisedDays } from './values';
export type { DocumentDecision, JudgedDocument } from './rules';
export * from './schemas';
