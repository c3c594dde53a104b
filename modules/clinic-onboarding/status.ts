/** What the API calls the state of a clinic's application. */
export const approvalStatuses = ['pending', 'approved', 'rejected', 'suspended'] as const;
export type ApprovalStatus = (typeof approvalStatuses)[number];

/**
 * Where a pending application stands. `documents`: something required is missing or asked for again; the clocks
 * stand still. `review`, `reminded`, `escalated`, `breached`: complete, and this late.
 */
export const applicationStages = [
  'documents',
  'review',
  'reminded',
  'escalated',
  'breached',
] as const;
export type ApplicationStage = (typeof applicationStages)[number];

/** Documents a clinic hands in (spec 5). Several files per kind. */
export const documentKinds = [
  'medical-license',
  'clinic-registration',
  'professional-id',
  'clinic-photos',
  'insurance',
] as const;
export type DocumentKind = (typeof documentKinds)[number];

/** Insurance is 'if applicable'. */
export const requiredKinds: readonly DocumentKind[] = [
  'medical-license',
  'clinic-registration',
  'professional-id',
  'clinic-photos',
];

export {
  documentWarnings,
  scanStates,
  type DocumentWarning,
  type ScanState,
} from '#platform/document-states';

/** What the review says of a file. */
export const documentReviews = ['waiting', 'accepted', 'asked-again', 'rejected'] as const;
export type DocumentReview = (typeof documentReviews)[number];

export const experiences = ['1-5', '5-10', '10-15', '15-20', '20+'] as const;
export type Experience = (typeof experiences)[number];

/** What can happen to an application, as the clinic and the review team are told. */
export const applicationEvents = [
  'registered',
  'documents-completed',
  'documents-incomplete',
  'document-accepted',
  'document-asked-again',
  'document-rejected',
  'documents-reopened',
  'reminder-due',
  'escalated',
  'breached',
  'approved',
  'rejected',
  'resubmitted',
  'details-changed',
  'suspended',
  'reinstated',
] as const;
export type ApplicationEvent = (typeof applicationEvents)[number];

/** Open pages of the clinic are told by this word that its application has changed. */
export const applicationChanged = 'clinic-onboarding.application-changed';
