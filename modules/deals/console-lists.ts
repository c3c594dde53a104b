import { z } from 'zod';
import { defineList, oneOrMany } from '#platform/list';
import { dealStatuses } from './status';

const anyId = z.string().max(100);

/** Columns and filters of `GET /api/admin/deals`; `q` is an id of the deal, its offer, its clinic or its patient. */
export const dealList = defineList({
  sort: ['createdAt', 'status'],
  defaultSort: ['createdAt', 'DESC'],
  filters: {
    status: oneOrMany(z.enum(dealStatuses)),
    /** Stands still, or one side says that no treatment took place. */
    queue: z.literal('waiting'),
    clinicId: anyId,
    patientId: anyId,
  },
});

/** Columns and filters of `GET /api/admin/reviews`; `q` is an id of the review, its deal or its patient. */
export const reviewList = defineList({
  sort: ['createdAt'],
  defaultSort: ['createdAt', 'DESC'],
  filters: {
    /** Somebody asked staff to look, and nobody has. */
    reported: z.literal(true),
    patientId: anyId,
  },
});
