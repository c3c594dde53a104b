import { z } from 'zod';
import { defineList, oneOrMany } from '#platform/list';
import { offerStatuses } from './status';

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
