import { z } from 'zod';
import { specialtySchema } from '#contracts/consultation';
import {
  approvalStatusSchema,
  emailSchema,
  nameText,
  passkeySignInBody,
  passkeySignInFailures,
  phoneInputSchema,
  verifyBody,
  verifyFailures,
} from '#contracts/identity';
import { defineEvents, type EventOf } from '#engine/contract';
import { defineCall } from '#platform/base/call';
import { hasContactWords } from '#platform/text/contact-in-name';
import { lineText, multilineText } from '#platform/text/text-schemas';
import {
  type ApplicationEvent,
  type ApplicationStage,
  approvalStatuses,
  defaultCountry,
  type DocumentKind,
  documentKinds,
  documentReviews,
  documentsPath,
  experiences,
  legalKinds,
  scanStates,
} from './values';

/**
 * What a clinic is promised of its review: whole days of the calendar of reviews, ISO dates. `by` is the day on
 * which it may expect a decision, `latest` the last day of the promise; both may be the same.
 */
export const reviewPromise = z.strictObject({ by: z.iso.date(), latest: z.iso.date() });
export type ReviewPromise = z.output<typeof reviewPromise>;

const who = { clinicId: z.uuid() };
const whoOnly = z.strictObject(who);

/** What can happen to an application; all that is known of it besides is in the row. */
export const clinicEvents = defineEvents('clinic-onboarding', {
  registered: whoOnly,
  'documents-completed': whoOnly,
  'documents-incomplete': whoOnly,
  'reminder-due': whoOnly,
  escalated: whoOnly,
  breached: whoOnly,
  approved: whoOnly,
  rejected: whoOnly,
  resubmitted: whoOnly,
  suspended: whoOnly,
  reinstated: whoOnly,
});
export type ApplicationDomainEvent = EventOf<typeof clinicEvents>;

const kind = z.enum(documentKinds);

/** What can happen to what was verified, and to what an approved clinic wants checked. */
export const verificationEvents = defineEvents('clinic-onboarding', {
  /** `until`: its last day (YYYY-MM-DD). */
  'verification-ending': z.strictObject({ ...who, kind, until: z.iso.date() }),
  'verification-ended': z.strictObject({ ...who, kind, until: z.iso.date() }),
  /** `from`: the first day on which a kind that it lacks is required of it (YYYY-MM-DD). */
  'document-due': z.strictObject({ ...who, kind, from: z.iso.date() }),
  'document-overdue': z.strictObject({ ...who, kind, from: z.iso.date() }),
  /** Something of it waits for a check, and nothing did before. */
  'check-asked': whoOnly,
  'change-accepted': z.strictObject({ ...who, changeId: z.uuid() }),
  'change-refused': z.strictObject({ ...who, changeId: z.uuid() }),
});

const document = z.strictObject({ ...who, documentId: z.uuid() });

/** What can happen to a document of an application. */
export const documentEvents = defineEvents('clinic-onboarding', {
  'document-asked-again': document,
});

export const maxDescription = 4_000;

const unfit = 'onboarding.error.unfit';
const line = (missing: string, max = 150) =>
  lineText({ max, missing, tooLong: 'onboarding.error.too_long', unfit });

const schemed = /^([a-z][a-z0-9+.-]*:)?\/\//i;

/** People write 'www.example.com'; what names no scheme is meant as https. */
const withScheme = (text: string): string => (schemed.test(text) ? text : `https://${text}`);

const name = (missing: string, max = 150) =>
  nameText({
    max,
    missing,
    tooLong: 'onboarding.error.too_long',
    unfit,
    contact: 'auth.error.name_contact',
  });

/** Shown as a link to staff and patients, never fetched: web addresses only, without a name and password in them. */
const webAddress = z
  .url({
    protocol: /^https?$/,
    hostname: z.regexes.domain,
    error: 'onboarding.error.website',
  })
  .max(300, 'onboarding.error.website')
  .refine((text) => !/^https?:\/\/[^/?#]*@/i.test(text), 'onboarding.error.website');

/**
 * What a clinic says of itself (docs/product.md, Clinic onboarding). Strict: states, ids and dates are not among it.
 * In the order of the form, which is the order of the links in its summary of errors.
 */
export const clinicDetailsSchema = z.strictObject({
  clinicName: name('onboarding.error.clinic_name'),
  address: line('onboarding.error.address', 300).refine(
    (text) => !hasContactWords(text),
    'auth.error.name_contact',
  ),
  city: name('onboarding.error.city', 100),
  country: z
    .preprocess(
      (text) => (typeof text === 'string' && text.trim() === '' ? undefined : text),
      line('onboarding.error.country', 100).optional(),
    )
    .transform((text) => text ?? defaultCountry),
  email: emailSchema,
  website: z
    .string()
    .nullish()
    .transform((text) => (text?.trim() ? withScheme(text.trim()) : null))
    .pipe(webAddress.nullable()),
  doctorName: name('onboarding.error.doctor_name'),
  licenseNumber: line('onboarding.error.license_number', 100),
  experience: z.enum(experiences, 'onboarding.error.experience'),
  specialties: z
    .array(specialtySchema, 'onboarding.error.specialties')
    .min(1, 'onboarding.error.specialties')
    .transform((chosen) => [...new Set(chosen)]),
  description: multilineText(maxDescription, 'onboarding.error.description_too_long')
    .nullish()
    .transform((text) => text ?? ''),
});
export type ClinicDetails = z.output<typeof clinicDetailsSchema>;

const typed = z.string().max(5_000).optional();

/** The form of a clinic's details as it stands, finished or not. */
export const registrationDraftSchema = z.object({
  clinicName: typed,
  doctorName: typed,
  email: typed,
  address: typed,
  city: typed,
  country: typed,
  website: typed,
  specialties: z.preprocess(
    (value) => (typeof value === 'string' ? [value] : value),
    z.array(z.string().max(50)).max(20).optional(),
  ),
  licenseNumber: typed,
  experience: typed,
  description: typed,
});
export type RegistrationDraft = z.output<typeof registrationDraftSchema>;

const instant = z.iso.datetime();

/** One uploaded file as its clinic sees it. */
export const documentDto = z.strictObject({
  /** For `/api/files/{id}`. */
  _id: z.uuid(),
  kind: z.enum(documentKinds),
  name: z.string(),
  contentType: z.string(),
  bytes: z.int(),
  scan: z.enum(scanStates),
  review: z.enum(documentReviews),
  /** Why it was asked for again or rejected. */
  note: z.string().nullable(),
  /** Was accepted, and is looked at again because the clinic changed what it proves. */
  reopened: z.boolean(),
  /** The last day on which it proves anything; null: it has no end date. */
  validUntil: z.iso.date().nullable(),
  /** A newer one of its kind was accepted in its place. */
  superseded: z.boolean(),
  createdAt: instant,
});
export type DocumentDto = z.output<typeof documentDto>;

/** A clinic as the clinic itself sees it. */
export const clinicDto = z.strictObject({
  _id: z.uuid(),
  /** E.164; in answers to the clinic only. */
  phoneNumber: z.string(),
  clinicName: z.string(),
  doctorName: z.string(),
  email: z.string(),
  address: z.string(),
  city: z.string(),
  country: z.string(),
  website: z.string().nullable(),
  specialties: z.array(specialtySchema),
  licenseNumber: z.string(),
  experience: z.enum(experiences),
  description: z.string(),
  documents: z.array(documentDto),
  /** The phone is verified. */
  isVerified: z.literal(true),
  isApproved: z.boolean(),
  approvalStatus: z.enum(approvalStatuses),
  rejectionReason: z.string().nullable(),
  createdAt: instant,
});
export type ClinicDto = z.output<typeof clinicDto>;

/** A kind that a law requires of a clinic. */
export const requiredKind = z.strictObject({
  kind: z.enum(legalKinds),
  /** Its first day (YYYY-MM-DD). */
  from: z.iso.date(),
  /** The day has come: without it no application is approved, and no offer sent. */
  inForce: z.boolean(),
});
export type RequiredKind = z.output<typeof requiredKind>;

/** An application with its dates, for the page that shows it. */
export interface ApplicationDetails {
  readonly clinic: ClinicDto;
  readonly stage: ApplicationStage | null;
  /** Kinds that a law requires of it, now or from a later day on. */
  readonly legal: readonly RequiredKind[];
  /** Required kinds of which nothing that counts lies there, or of which one is asked for again. */
  readonly missing: readonly DocumentKind[];
  readonly registeredAt: string;
  readonly completeAt: string | null;
  readonly dueAt: string | null;
  /** Null while the clocks of the review stand still. */
  readonly promise: ReviewPromise | null;
  readonly decidedAt: string | null;
  /** Of rejection or suspension. */
  readonly reason: string | null;
  /** Rejected, and since then something that was named was changed: it can be handed in again. */
  readonly mended: boolean;
  /** Oldest first. */
  readonly activity: ReadonlyArray<{
    readonly id: number;
    readonly kind: ApplicationEvent;
    readonly at: string;
    readonly facts: Readonly<Record<string, string>>;
  }>;
}

export const uploadDocumentsCall = defineCall({
  id: 'clinic-onboarding.upload-documents',
  route: 'POST /clinic/auth/upload-documents',
  summary:
    'Upload documents of one kind (PDF, JPEG, PNG, DOC or DOCX, up to 10 MB each, at most 10)',
  audience: 'registering-clinic',
  multipart: true,
  body: z.strictObject({ phoneNumber: z.string(), kind, documents: z.string() }),
  data: z.strictObject({
    /** Those of this request, as they are stored. */
    documents: z.array(documentDto),
  }),
  status: 201,
  failures: ['event_refused'],
  idempotent: true,
  limit: 'upload',
});

export const uploadDocumentCall = defineCall({
  id: 'clinic-onboarding.upload-document',
  route: `POST ${documentsPath}`,
  summary: 'Upload one document (PDF, JPEG, PNG, DOC or DOCX, up to 10 MB)',
  audience: 'registering-clinic',
  multipart: true,
  body: z.strictObject({ kind, document: z.string() }),
  data: z.strictObject({ id: z.uuid() }),
  status: 201,
  failures: ['event_refused'],
  idempotent: true,
  limit: 'upload',
});

export const readDocumentCall = defineCall({
  id: 'clinic-onboarding.read-document',
  route: 'GET /admin/documents/{id}/file',
  summary: 'The bytes of a document of a clinic; each read is logged',
  audience: 'staff',
  // Not z.uuid(): an id that cannot exist answers like one that does not.
  params: z.strictObject({ id: z.string() }),
  failures: ['not_found'],
});

const statusAnswer = z.strictObject({
  approvalStatus: approvalStatusSchema,
  isApproved: z.boolean(),
  clinic: clinicDto,
});

export const clinicVerifyCodeCall = defineCall({
  id: 'clinic-onboarding.verify-code',
  route: 'POST /clinic/auth/verify-code',
  summary: 'Sign a clinic in with the code',
  audience: 'public',
  body: verifyBody,
  data: z.strictObject({
    hasCompleteProfile: z.boolean(),
    /** Null until the registration is complete. */
    clinic: clinicDto.nullable(),
    approvalStatus: approvalStatusSchema,
  }),
  failures: verifyFailures,
  limit: 'auth',
});

export const clinicPasskeySignInCall = defineCall({
  id: 'clinic-onboarding.passkey-sign-in',
  route: 'POST /clinic/auth/passkey',
  summary: 'Sign a clinic in with a passkey',
  audience: 'public',
  body: passkeySignInBody,
  data: clinicVerifyCodeCall.data,
  failures: passkeySignInFailures,
  limit: 'auth',
});

export const completeClinicRegistrationCall = defineCall({
  id: 'clinic-onboarding.complete-registration',
  route: 'POST /clinic/auth/complete-registration',
  summary: 'Register the clinic of the phone that was verified',
  audience: 'registering-clinic',
  body: clinicDetailsSchema.safeExtend({ phoneNumber: phoneInputSchema }),
  data: z.strictObject({ clinic: clinicDto, approvalStatus: approvalStatusSchema }),
  status: 201,
  failures: ['already_registered', 'idempotency_mismatch'],
  idempotent: true,
  limit: 'auth',
});

export const ownClinicStatusCall = defineCall({
  id: 'clinic-onboarding.own-status',
  route: 'GET /clinic/auth/status/me',
  summary: 'How your application stands; asking does not keep the session alive',
  audience: 'clinic',
  data: statusAnswer,
});

export const clinicStatusCall = defineCall({
  id: 'clinic-onboarding.status',
  route: 'GET /clinic/auth/status/{phoneNumberOrClinicId}',
  summary: 'How your application stands, by your own number or id',
  audience: 'clinic',
  params: z.strictObject({ phoneNumberOrClinicId: z.string() }),
  data: statusAnswer,
});

const ownAnswer = z.strictObject({ clinic: clinicDto });

export const changeDetailsCall = defineCall({
  id: 'clinic-onboarding.change-details',
  route: 'PUT /clinic/application',
  summary: 'Mend what you said of your clinic, while the application is pending or rejected',
  audience: 'clinic-owner',
  body: clinicDetailsSchema,
  /** `pendingEmail` waits until the link in the mail to it is confirmed. */
  data: ownAnswer.extend({ pendingEmail: z.string().nullable() }),
  failures: ['event_refused'],
});

export const resubmitCall = defineCall({
  id: 'clinic-onboarding.resubmit',
  route: 'POST /clinic/application/resubmit',
  summary: 'Hand a rejected application in again',
  audience: 'clinic-owner',
  data: ownAnswer,
  failures: ['event_refused'],
});
