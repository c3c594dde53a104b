import { z } from 'zod';
import { defineList, oneOrMany } from '#platform/list';
import { ticketStatuses } from './status';

const anyId = z.string().max(100);

/** Columns and filters of `GET /api/admin/tickets`; `q` is an id of the ticket or of whose it is. */
export const ticketList = defineList({
  sort: ['createdAt', 'dueAt'],
  defaultSort: ['createdAt', 'DESC'],
  filters: {
    status: oneOrMany(z.enum(ticketStatuses)),
    /** Waits for an answer. */
    queue: z.literal('waiting'),
    assigneeId: anyId,
    /** Of the patient or the clinic. */
    ownerId: anyId,
  },
});

/** Columns of `GET /api/admin/answers`; `q` is part of a name. */
export const cannedList = defineList({
  sort: ['name', 'createdAt'],
  defaultSort: ['name', 'ASC'],
  filters: {},
});
