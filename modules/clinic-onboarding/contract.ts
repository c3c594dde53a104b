export * from './calls';
export * from './details';
export * from './documents/calls';
export * from './dto';
export {
  allowedDecisions,
  documentDecisions,
  missingKinds,
  unacceptedKinds,
  type DocumentDecision,
  type JudgedDocument,
} from './evidence';
export { applicationFacts, documentFacts } from './facts';
export * from './review-inputs';
export * from './staff-lists';
export { promisedDays, type ReviewPromise } from './review-promise';
export { registrationDraftSchema, type RegistrationDraft } from './registration-draft';
export * from './staff-records';
export * from './status';
