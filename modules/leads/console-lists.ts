import { z } from 'zod';
import { categorySchema } from '#contracts/consultation';
import { defineList, oneOrMany } from '#platform/list';
import { findingSchema } from './findings';
import { leadStatuses } from './status';

/** Facts that staff narrow their list by; each is a lane, with an index of its own. */
export const staffFacts = { treatment: categorySchema } as const;
export type StaffFact = keyof typeof staffFacts;
export const staffFactNames = Object.keys(staffFacts) as StaffFact[];

const factFilters = Object.fromEntries(
  staffFactNames.map((fact): [StaffFact, z.ZodType] => [fact, oneOrMany(staffFacts[fact])]),
) as { [F in StaffFact]: z.ZodType<z.output<(typeof staffFacts)[F]>[]> };

/** Columns and filters of `GET /api/admin/leads`; `q` looks into ids and sub-treatments, never into notes. */
export const leadList = defineList({
  sort: ['createdAt', 'status', 'treatment', 'offersCount', 'publishedAt', 'expiresAt'],
  defaultSort: ['createdAt', 'DESC'],
  filters: {
    status: oneOrMany(z.enum(leadStatuses)),
    queue: z.enum(['held', 'screening']),
    ...factFilters,
    finding: findingSchema,
    patientId: z.string().max(100),
  },
});
