import { z } from 'zod';
import { defineList, filterInstant, filterText, oneOrMany } from './list';

const anyId = z.string().max(100);

/** Columns and filters of `GET /api/admin/workflows`; `q` is an id or part of a machine's name. */
export const workflowList = defineList({
  sort: ['updatedAt', 'createdAt', 'machine', 'version'],
  defaultSort: ['updatedAt', 'DESC'],
  filters: {
    machine: oneOrMany(filterText),
    /** Left out, unless `machine` or an id asks for them. */
    exceptMachine: oneOrMany(filterText),
    status: z.enum(['active', 'done']),
    stuck: z.boolean(),
  },
});

/** Of `GET /api/admin/jobs`: alerts that nobody has dealt with; `q` is part of a job's name. */
export const jobList = defineList({
  sort: ['id', 'at', 'job'],
  defaultSort: ['id', 'DESC'],
  filters: { job: oneOrMany(filterText), workflowId: anyId },
});

/** Of `GET /api/admin/audit`; `q` is part of an action or an exact object or actor id. */
export const auditList = defineList({
  sort: ['id', 'at'],
  defaultSort: ['id', 'DESC'],
  filters: {
    actor: filterText,
    action: oneOrMany(filterText),
    objectType: filterText,
    objectId: filterText,
    outcome: z.enum(['ok', 'refused', 'failed']),
    from: filterInstant,
    to: filterInstant,
    /** Looks outside a review, for a typed reason. */
    breakGlass: z.literal(true),
  },
});

/** Of `GET /api/admin/events`; `q` is part of an event's name. */
export const eventList = defineList({
  sort: ['id'],
  defaultSort: ['id', 'ASC'],
  filters: {},
});

/** Of `GET /api/admin/settings`; `q` is part of a key. */
export const settingList = defineList({
  sort: ['id'],
  defaultSort: ['id', 'ASC'],
  filters: {},
});
