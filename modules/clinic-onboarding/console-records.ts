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
  scanStates,
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
  /** Of the file, its decisions and what it proves; a decision sends the one it was made on. */
  version: z.string(),
  /** Of `accept`, `ask-again {note}`, `reject {note}`; each takes a `version`. */
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
  /** Of `approve`, `reject {reason}` (each takes a `version`), `suspend {reason}`, `reinstate`, `note {text}`. */
  allowedEvents,
};

/** `GET /api/admin/clinics`. */
export const clinicRecord = z.strictObject(listed);
export type ClinicRecord = z.output<typeof clinicRecord>;

/** `GET /api/admin/clinics/{id}`. Reading it is logged. */
export const clinicDetailRecord = z.strictObject({
  ...listed,
  phoneNumber: z.string(),
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
