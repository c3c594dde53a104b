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

/** What the virus scanner says of a file; only `clean` and `not_scanned` (no scanner configured) may be read by its clinic. */
export const scanStates = ['pending', 'clean', 'infected', 'failed', 'not_scanned'] as const;
export type ScanState = (typeof scanStates)[number];

/** What in a file a person must judge; the console has words for each: `console.documents.warning.<warning>`. */
export const documentWarnings = [
  'pdf-javascript',
  'pdf-launch',
  'pdf-embedded-file',
  'pdf-form-action',
  'pdf-other-file',
  'pdf-network-path',
  'pdf-encrypted',
  'pdf-unread-parts',
  'pdf-cut-off',
  'pdf-trailing-data',
  'docx-embedded-object',
  'doc-embedded-object',
] as const;
export type DocumentWarning = (typeof documentWarnings)[number];

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
