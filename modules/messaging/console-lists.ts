import { z } from 'zod';
import { defineList } from '#platform/list';

const anyId = z.string().max(100);

/** Columns and filters of `GET /api/admin/conversations`; `q` is an id of the offer, its request, its clinic or its patient. */
export const reportedList = defineList({
  sort: ['reportedAt'],
  defaultSort: ['reportedAt', 'DESC'],
  filters: {
    /** Nobody has decided yet. */
    queue: z.literal('waiting'),
    clinicId: anyId,
    patientId: anyId,
  },
});

/** Columns and filters of `GET /api/admin/masking-reviews`; `q` is the id of a message. */
export const maskingReviewList = defineList({
  sort: ['askedAt'],
  defaultSort: ['askedAt', 'DESC'],
  filters: {
    /** It waits for a decision. */
    queue: z.literal('waiting'),
  },
});
