import { z } from 'zod';
import { days } from '#platform/duration';
import { defineFlow } from '#platform/flow';
import { ticketFacts } from './facts';
import { projectTicket } from './project-ticket.server';
import { ticketOwners } from './status';
import { ticketMachine } from './ticket.machine';

const ms = z.number().int().positive();
const instant = z.iso.datetime();

/** Life of a ticket; its id is the ticket's. */
export const ticketFlow = defineFlow({
  name: 'support.ticket',
  version: 1,
  machine: ticketMachine,
  context: z.strictObject({
    ticketId: z.uuid(),
    owner: z.enum(ticketOwners),
    ownerId: z.uuid().nullable(),
    waitingSince: instant.nullable(),
    clocks: z.strictObject({ reminder: ms, answer: ms }),
    answeredAt: instant.nullable(),
    closing: ms,
  }),
  facts: ticketFacts,
  // Only what was erased ends.
  keepEnded: days(2),
  audit: {
    object: 'ticket',
    events: {
      'flow.started': {
        action: 'support.open',
        facts: ({ context }) => ({ owner: context.owner }),
      },
      'support.answer': {},
      'support.close': {},
      'support.reopen': {},
    },
  },
  project: projectTicket,
});
