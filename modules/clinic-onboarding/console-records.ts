import { z } from 'zod';
import { specialtySchema } from '#contracts/consultation';
import { reviewPromise } from './review-promise';
import {
  applicationEvents,
  applicationStages,
  approvalStatuses,
  documentKinds,
  documentReviews,
  experiences,
  pictureReviews,
  scanStates,
  verifiedPoints,
} from './status';

const instant = z.iso.datetime();
const allowedEvents = z.array(z.string());

/** `GET /api/admin/documents`. Bytes: `GET /api/admin/documents/{id}/file`, each read is logged. */
export const documentRecord = z.strictObject({
  id: z.uuid(),
  /** Null while the phone has not registered a clinic yet. */
  clinicId: z.uuid().nullable(),
  kind: z.enum(documentKinds),
  name: z.string(),
  contentType: z.string(),
  bytes: z.int(),
  scan: z.enum(scanStates),
  warnings: z.array(z.string()),
  review: z.enum(documentReviews),
  note: z.string().nullable(),
  reviewedBy: z.uuid().nullable(),
  reviewedAt: instant.nullable(),
  createdAt: instant,
  /** Was accepted, and waits again because the clinic changed what it proves. */
  reopenedAt: instant.nullable(),
  removedAt: instant.nullable(),
  /** The last day on which it proves anything; null: it has no end date. */
  validUntil: z.iso.date().nullable(),
  /** When a newer one of its kind was accepted in its place. */
  supersededAt: instant.nullable(),
  /** Of the file, its decisions and what it proves; a decision sends the one it was made on. */
  version: z.string(),
  /** Of `accept {validUntil}`, `set-end-date {validUntil}`, `ask-again {note}`, `reject {note}`; each takes a `version`. */
  allowedEvents,
});
export type DocumentRecord = z.output<typeof documentRecord>;

const listed = {
  id: z.uuid(),
  clinicName: z.string(),
  doctorName: z.string(),
  city: z.string(),
  country: z.string(),
  specialties: z.array(specialtySchema),
  licenseNumber: z.string(),
  status: z.enum(approvalStatuses),
  stage: z.enum(applicationStages).nullable(),
  registeredAt: instant,
  completeAt: instant.nullable(),
  dueAt: instant.nullable(),
  /** The days that the clinic reads; null while the clocks of the review stand still. */
  promise: reviewPromise.nullable(),
  decidedAt: instant.nullable(),
  resubmissions: z.int(),
  /** Since when something of an approved clinic waits for a check. */
  checksSince: instant.nullable(),
  /**
   * Of `accept-change {changeId}`, `refuse-change {changeId, reason}`, `accept-picture {pictureId}`,
   * `refuse-picture {pictureId, reason}` of what the whole record names; of `approve`, `reject {reason}` (each takes a `version`), `suspend {reason}`, `reinstate`, `note {text}`. */
  allowedEvents,
};

/** `GET /api/admin/clinics`. */
export const clinicRecord = z.strictObject(listed);
export type ClinicRecord = z.output<typeof clinicRecord>;

/** `GET /api/admin/clinics/{id}`. Reading it is logged. */
export const clinicDetailRecord = z.strictObject({
  ...listed,
  /** Null while it is off its number. */
  phoneNumber: z.string().nullable(),
  email: z.string(),
  address: z.string(),
  website: z.string().nullable(),
  experience: z.enum(experiences),
  description: z.string(),
  reason: z.string().nullable(),
  /** Of details and documents as they are shown; approving and rejecting send the one they were made on. */
  version: z.string(),
  /** Required kinds without an accepted document: approval waits for them. */
  unaccepted: z.array(z.enum(documentKinds)),
  /** The last part of its public address. */
  slug: z.string().nullable(),
  /** Shown in the public directory. */
  listed: z.boolean(),
  /** Kind by kind what stands verified. */
  verifications: z.array(
    z.strictObject({
      kind: z.enum(documentKinds),
      checkedAt: instant,
      until: z.iso.date().nullable(),
      ended: z.boolean(),
    }),
  ),
  /** New offers may be sent: it is approved, and everything that must be is verified. */
  mayOffer: z.boolean(),
  /** Other values of verified points that wait for their check, oldest first. */
  changes: z.array(
    z.strictObject({
      id: z.uuid(),
      point: z.enum(verifiedPoints),
      value: z.union([z.string(), z.array(z.string())]),
      askedAt: instant,
    }),
  ),
  /** Oldest first; bytes at `GET /api/admin/clinics/{id}/pictures/{pictureId}`. */
  pictures: z.array(
    z.strictObject({
      id: z.uuid(),
      review: z.enum(pictureReviews),
      reason: z.string().nullable(),
      /** Whom the clinic says it shows; null: its rooms and the house. */
      doctorName: z.string().nullable(),
      reviewedBy: z.uuid().nullable(),
      reviewedAt: instant.nullable(),
      createdAt: instant,
      width: z.int(),
      height: z.int(),
    }),
  ),
  /** What it says of itself that nobody verifies. */
  doctors: z.array(z.strictObject({ name: z.string(), field: z.string(), years: z.int() })),
  languages: z.array(z.string()),
  currency: z.string(),
  billing: z.strictObject({ company: z.string(), taxNumber: z.string(), address: z.string() }),
  notes: z.array(
    z.strictObject({ id: z.uuid(), staffId: z.uuid(), text: z.string(), at: instant }),
  ),
  history: z.array(
    z.strictObject({
      id: z.int(),
      kind: z.enum(applicationEvents),
      at: instant,
      actor: z.string(),
      facts: z.record(z.string(), z.string()),
    }),
  ),
});
export type ClinicDetailRecord = z.output<typeof clinicDetailRecord>;
