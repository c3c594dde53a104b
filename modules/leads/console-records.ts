import { z } from 'zod';
import { wordedFacts } from '#contracts/consultation';
import { findingSchema } from './findings';
import { leadStatuses } from './status';

const instant = z.iso.datetime();

const listed = {
  id: z.uuid(),
  patientId: z.uuid(),
  ...wordedFacts,
  status: z.enum(leadStatuses),
  /** `held` waits for a person; `screening` for its timer. Null while the patient changes it, and once it is published or over. */
  queue: z.enum(['held', 'screening']).nullable(),
  findings: z.array(findingSchema),
  photosCount: z.int(),
  offersCount: z.int(),
  widened: z.boolean(),
  createdAt: instant,
  /** Since when the patient is asked to change it; null when that is not so. */
  sentBackAt: instant.nullable(),
  publishedAt: instant.nullable(),
  expiresAt: instant.nullable(),
  cancelledAt: instant.nullable(),
  cancelledBy: z.enum(['patient', 'team', 'expiry']).nullable(),
  /** Of `approve`, `reject {reason}`, `send-back {reason}`, `read-notes {reason}`. */
  allowedEvents: z.array(z.string()),
};

/** `GET /api/admin/leads`: without what is health data in the patient's words. */
export const leadRecord = z.strictObject(listed);
export type LeadRecord = z.output<typeof leadRecord>;

/**
 * `GET /api/admin/leads/{id}`. `description`, `patientInfo` and `photos` are given while the request waits for
 * screening (reading is logged); otherwise null until `read-notes {reason}` answers them.
 * Bytes of a photo: `GET /api/admin/leads/{id}/photos/{photoId}?size=`, each read is logged.
 */
export const leadDetailRecord = z.strictObject({
  ...listed,
  description: z.string().nullable(),
  patientInfo: z.record(z.string(), z.unknown()).nullable(),
  photos: z.array(z.uuid()).nullable(),
  cancelReason: z.string().nullable(),
  history: z.array(z.strictObject({ id: z.int(), kind: z.string(), at: instant })),
});
export type LeadDetailRecord = z.output<typeof leadDetailRecord>;
