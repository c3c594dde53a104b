export * from './staff-schemas';
export * from './profile-schemas';
export * from './values';
export { promisedDays } from './promised-days';
export type { DocumentDecision, JudgedDocument } from './rules';
export * from './schemas';
