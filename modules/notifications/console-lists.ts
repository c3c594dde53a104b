import { z } from 'zod';
import { defineList, filterInstant, filterText, oneOrMany } from '#platform/list';
import { notificationStates, recipientTypes } from './states';

/** The console's list of notifications; `q` finds a kind, a recipient's id and an id among the facts. */
export const notificationList = defineList({
  sort: ['createdAt', 'sentAt', 'failedAt', 'kind', 'status'],
  defaultSort: ['createdAt', 'DESC'],
  filters: {
    status: oneOrMany(z.enum(notificationStates)),
    kind: oneOrMany(filterText),
    recipientType: z.enum(recipientTypes),
    recipientId: z.uuid(),
    from: filterInstant,
    to: filterInstant,
  },
});
