export { scanStates, type ScanState } from '#platform/files/document-states';

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

/**
 * Kinds that the law of some countries asks for. Where, for which treatments and from which day on is the setting
 * `clinic-onboarding.required-documents`; elsewhere a clinic may hand them in. Staff read number and issuer off them.
 */
export const legalKinds = ['health-tourism-authorisation', 'complication-insurance'] as const;
export type LegalKind = (typeof legalKinds)[number];

/** Documents a clinic hands in (docs/product.md, Clinic onboarding). Several files per kind. */
export const documentKinds = [
  'medical-license',
  'clinic-registration',
  'professional-id',
  'clinic-photos',
  'insurance',
  ...legalKinds,
] as const;
export type DocumentKind = (typeof documentKinds)[number];

export const isLegalKind = (kind: DocumentKind): kind is LegalKind =>
  legalKinds.some((legal) => legal === kind);

/** Of every clinic, whatever the setting says. Insurance is 'if applicable'. */
export const requiredKinds: readonly DocumentKind[] = [
  'medical-license',
  'clinic-registration',
  'professional-id',
  'clinic-photos',
];

/** Kinds without which a clinic is not approved, and sends no offers; `legal`: what laws require of it. */
export const requiredWith = (
  legal: ReadonlyArray<{ readonly kind: LegalKind; readonly inForce: boolean }>,
): DocumentKind[] => [
  ...requiredKinds,
  ...legal.flatMap(({ kind, inForce }) => (inForce ? kind : [])),
];

/** What the review says of a file. */
export const documentReviews = ['waiting', 'accepted', 'asked-again', 'rejected'] as const;
export type DocumentReview = (typeof documentReviews)[number];

/** What was verified and can be edited by an approved clinic only through a new check, point by point. */
export const verifiedPoints = [
  'clinicName',
  'address',
  'city',
  'country',
  'doctorName',
  'licenseNumber',
  'specialties',
] as const;
export type VerifiedPoint = (typeof verifiedPoints)[number];

/** What became of a change of such a point; `replaced`: the clinic asked for another value, or for none, meanwhile. */
export const changeStates = ['waiting', 'accepted', 'refused', 'replaced'] as const;

/** What the review says of a picture for the public page. */
export const pictureReviews = ['waiting', 'shown', 'refused'] as const;
export type PictureReview = (typeof pictureReviews)[number];

export const experiences = ['1-5', '5-10', '10-15', '15-20', '20+'] as const;
export type Experience = (typeof experiences)[number];

/** What can happen to an application, as the clinic and the review team read it. */
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
  'verification-ending',
  'verification-ended',
  'document-due',
  'document-overdue',
  'end-date-changed',
  'change-asked',
  'change-taken-back',
  'change-accepted',
  'change-refused',
  'picture-accepted',
  'picture-refused',
] as const;
export type ApplicationEvent = (typeof applicationEvents)[number];

/** Open pages of the clinic hear by this word that its application has changed. */
export const applicationChanged = 'clinic-onboarding.application-changed';

/** Orders of the directory. `shown`: clinics with pictures and a rating before others; `rating`: the best average first. */
export const directorySorts = ['shown', 'rating', 'newest'] as const;

/** The country that the form offers, and that an absent one counts as (docs/product.md, Clinic onboarding). */
export const defaultCountry = 'United States';

/** Spoken there, ISO 639-1, in the order in which they are offered. */
export const languages = [
  ...['en', 'tr', 'de', 'fr', 'es', 'it', 'nl', 'pl', 'ru', 'uk', 'ar', 'fa', 'he', 'el'],
  ...['bg', 'ro', 'pt', 'sv'],
] as const;
export type Language = (typeof languages)[number];

export const maxDoctors = 20;

/** Below `/api`: where a document is sent. */
export const documentsPath = '/documents';

/** Pictures that a clinic may have on its public page, those that wait for their check included. */
export const maxPictures = 10;

/** Longest side of each size, in pixels. */
export const pictureSides = { full: 1_600, thumb: 480 } as const;
export type PictureSize = keyof typeof pictureSides;
export const pictureSizes = ['full', 'thumb'] as const satisfies readonly PictureSize[];
