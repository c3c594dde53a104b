import { z } from 'zod';
import { defineFacts, type FactOf } from '#platform/facts';
import { ticketClosers, ticketOwners } from './status';

const ofTicket = {
  ticketId: z.uuid(),
  owner: z.enum(ticketOwners),
  /** Null of a visitor. */
  ownerId: z.uuid().nullable(),
};
const ticketOnly = z.strictObject(ofTicket);

/** What can happen to a ticket. */
export const ticketFacts = defineFacts('support', {
  /** It waits for the team: it is new, or its owner wrote again after an answer. */
  asked: ticketOnly,
  /** Half of the promised time is over. */
  'reminder-due': ticketOnly,
  /** All of it is. */
  overdue: ticketOnly,
  answered: z.strictObject({ ...ofTicket, messageId: z.uuid() }),
  closed: z.strictObject({ ...ofTicket, by: z.enum(ticketClosers) }),
});
export type TicketFact = FactOf<typeof ticketFacts>;

/** What commands tell beside the machine. */
export const answerFacts = defineFacts('support', {
  /** An answer that its owner, who has an account, has not looked at. */
  unread: z.strictObject({
    ticketId: z.uuid(),
    owner: z.enum(['patient', 'clinic']),
    ownerId: z.uuid(),
  }),
});
