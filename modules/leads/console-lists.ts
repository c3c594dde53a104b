import { z } from 'zod';
import { categorySchema } from '#contracts/consultation';
import { defineList, oneOrMany } from '#platform/list';
import { findingSchema } from './findings';
import { leadStatuses } from './status';

/** Columns and filters of `GET /api/admin/leads`; `q` looks into ids and sub-treatments, never into notes. */
export const leadList = defineList({
  sort: ['createdAt', 'status', 'treatment', 'offersCount', 'publishedAt', 'expiresAt'],
  defaultSort: ['createdAt', 'DESC'],
  filters: {
    status: oneOrMany(z.enum(leadStatuses)),
    queue: z.enum(['held', 'screening']),
    treatment: oneOrMany(categorySchema),
    finding: findingSchema,
    patientId: z.string().max(100),
  },
});
