export * from './console/schemas';
export * from './directory/schemas';
export * from './profile-fields';
export { promisedDays } from './promised-days';
export type { DocumentDecision, JudgedDocument } from './rules';
export * from './schemas';
export * from './values';
