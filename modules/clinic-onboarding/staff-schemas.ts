import { z } from 'zod';
import { specialtySchema } from '#contracts/consultation';
import { defineList, filterText, oneOrMany } from '#platform/lists/list';
import { isVisible } from '#platform/text/text';
import { lineText, multilineText } from '#platform/text/text-schemas';
import { requiredKind, reviewPromise } from './schemas';
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
} from './values';

const said = (max: number, missing: string, tooLong: string) =>
  multilineText(max, tooLong).pipe(z.string().refine(isVisible, missing));

const reason = said(2_000, 'onboarding.error.reason', 'onboarding.error.reason_too_long');

/**
 * The `version` of the record that was looked at: a decision about another one is refused. Without it the decision is
 * held against what this person was last shown.
 */
const version = z.string().min(1).max(100).optional();

/** Of `approve`. */
export const lookedAtSchema = z.strictObject({ version });

/** The last day on which a document proves anything, as it says itself; null, or left out: it has no end date. */
const validUntil = z.iso.date('onboarding.error.valid_until').nullable();

const read = (max: number) =>
  lineText({
    max,
    missing: 'onboarding.error.read_off',
    tooLong: 'onboarding.error.too_long',
    unfit: 'onboarding.error.unfit',
  });

/**
 * What a reviewer reads off a document that a law asks for: number and issuer go with accepting it. `foundOn`: the day on
 * which it stood in the issuer's public list; null, or left out: it was not found there. Other kinds take none of it.
 */
const readOff = {
  number: read(100).optional(),
  issuer: read(150).optional(),
  foundOn: z.iso.date('onboarding.error.found_on').nullable().optional(),
};

/** Of accepting a document. */
export const acceptanceSchema = z.strictObject({
  version,
  validUntil: validUntil.optional(),
  ...readOff,
});

/** Of `set-end-date` of an accepted document; what is left out of the rest stays. */
export const endDateSchema = z.strictObject({ version, validUntil, ...readOff });

/** Of `accept-change` and `accept-picture` of a clinic. */
export const changeSchema = z.strictObject({ changeId: z.uuid() });
export const pictureSchema = z.strictObject({ pictureId: z.uuid() });

/** Of `refuse-change` and `refuse-picture` of a clinic; the clinic reads the reason. */
export const changeRefusalSchema = z.strictObject({ changeId: z.uuid(), reason });
export const pictureRefusalSchema = z.strictObject({ pictureId: z.uuid(), reason });

/** Of `reject`; the clinic reads it. */
export const rejectionSchema = z.strictObject({ reason, version });

/** Of `suspend`; the clinic reads it. */
export const decisionReasonSchema = z.strictObject({ reason });

/** Of `ask-again` and `reject` of one document; the clinic reads it. */
export const documentNoteSchema = z.strictObject({ note: reason, version });

/** What the review team notes for itself. */
export const clinicNoteSchema = z.strictObject({
  text: said(4_000, 'onboarding.error.note', 'onboarding.error.note_too_long'),
});

/** Columns and filters of `GET /api/admin/clinics`; `q` is part of a name, a licence number or a phone. */
export const clinicList = defineList({
  sort: ['registeredAt', 'clinicName', 'city', 'status', 'completeAt', 'dueAt', 'decidedAt'],
  defaultSort: ['registeredAt', 'DESC'],
  filters: {
    status: oneOrMany(z.enum(approvalStatuses)),
    stage: oneOrMany(z.enum(applicationStages)),
    specialty: specialtySchema,
    city: filterText,
    /** Pending, and the time that was promised is over (or not). */
    late: z.boolean(),
    /** Approved, and something of it waits for a check. */
    checks: z.boolean(),
  },
});

/** Of `GET /api/admin/documents`; removed ones are listed when asked for, the newest of them, or by id. `q` is how a file's name begins. */
export const documentList = defineList({
  sort: ['createdAt', 'kind', 'review', 'scan', 'name', 'bytes', 'reviewedAt'],
  defaultSort: ['createdAt', 'ASC'],
  filters: {
    clinicId: z.string().max(100),
    kind: oneOrMany(z.enum(documentKinds)),
    review: oneOrMany(z.enum(documentReviews)),
    scan: oneOrMany(z.enum(scanStates)),
    removed: z.boolean(),
  },
});

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
  /** Of kinds that a law asks for: its own number and who issued it, as a reviewer read them there. */
  number: z.string().nullable(),
  issuer: z.string().nullable(),
  /** The day on which staff found it in the issuer's public list. */
  foundOn: z.iso.date().nullable(),
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
  /** Kinds that a law requires of it, now or from a later day on. */
  legal: z.array(requiredKind),
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
