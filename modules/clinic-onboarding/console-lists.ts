import { z } from 'zod';
import { specialtySchema } from '#contracts/consultation';
import { defineList, filterText, oneOrMany } from '#platform/lists/list';
import {
  applicationStages,
  approvalStatuses,
  documentKinds,
  documentReviews,
  scanStates,
} from './status';

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
