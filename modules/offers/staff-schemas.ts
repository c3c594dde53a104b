import { z } from 'zod';
import { defineList, oneOrMany } from '#platform/lists/list';
import { assumptionDto, figures } from './schemas';
import { declineCauses, declineReasons, offerStatuses, withdrawers } from './values';

const instant = z.iso.datetime();
const anyId = z.string().max(100);

/** Columns and filters of `GET /api/admin/offers`; `q` is an id of the offer, its request, its clinic or its patient. */
export const offerList = defineList({
  sort: ['createdAt', 'status'],
  defaultSort: ['createdAt', 'DESC'],
  filters: {
    status: oneOrMany(z.enum(offerStatuses)),
    leadId: anyId,
    clinicId: anyId,
    patientId: anyId,
  },
});

const price = { amountCents: z.int(), currency: z.string() };

const listed = {
  id: z.uuid(),
  leadId: z.uuid(),
  clinicId: z.uuid(),
  clinicName: z.string(),
  patientId: z.uuid(),
  /** Of the current revision. */
  ...price,
  status: z.enum(offerStatuses),
  revision: z.int(),
  createdAt: instant,
  expiresAt: instant,
  endedAt: instant.nullable(),
  declinedBecause: z.enum(declineCauses).nullable(),
  declineReason: z.enum(declineReasons).nullable(),
  withdrawnBy: z.enum(withdrawers).nullable(),
  /** Of `read-words {reason}`. */
  allowedEvents: z.array(z.string()),
};

/** `GET /api/admin/offers`: without what clinic and patient say to each other. */
export const offerRecord = z.strictObject(listed);
export type OfferRecord = z.output<typeof offerRecord>;

/**
 * `GET /api/admin/offers/{id}`, with all that was asked for it, newest first. `message`, `availability` and
 * `assumptions` of a revision are null until `read-words {reason}` answers them, which is logged.
 */
export const offerDetailRecord = z.strictObject({
  ...listed,
  revisions: z.array(
    z.strictObject({
      revision: z.int(),
      at: instant,
      ...price,
      listPriceCents: z.int().nullable(),
      doctorName: z.string().nullable(),
      earliestDate: z.iso.date().nullable(),
      message: z.string().nullable(),
      availability: z.string().nullable(),
      ...figures,
      assumptions: z.array(assumptionDto).nullable(),
    }),
  ),
});
export type OfferDetailRecord = z.output<typeof offerDetailRecord>;
