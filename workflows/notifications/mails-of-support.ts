import { answerFacts, ticketFacts } from '#contracts/support';
import { activeStaffIds } from '#modules/identity';
import { answerText, assigneeOf, isTicketUnread } from '#modules/support';
import type { Ctx } from '#platform/context';
import { mailOf } from './mail-of';

interface OfTicket {
  readonly ticketId: string;
}

const ticket = {
  about: 'ticket',
  topic: 'support',
  ids: ({ ticketId }: OfTicket) => ({ ticketId }),
  values: () => Promise.resolve({}),
} as const;

/** Who takes care of it, as long as they work here; else everybody of the team. No one where it went with its owner. */
async function itsTeam({ ticketId }: OfTicket, ctx: Ctx) {
  const [all, found] = await Promise.all([activeStaffIds(ctx), assigneeOf(ctx, ticketId)]);
  if (!found) return [];
  const { staffId } = found;
  const told = staffId !== null && all.includes(staffId) ? [staffId] : all;
  return told.map((id) => ({ type: 'staff', id }) as const);
}

const team = {
  ...ticket,
  by: 'mail',
  to: itsTeam,
  page: ({ ticketId }: { ticketId?: string }) => `/admin/tickets/${ticketId}/show`,
} as const;

/** Who wrote to the team is told of answers; the team is told where one is missing. */
export const supportMails = {
  // That there is something to read, never what: it may be about somebody's health.
  'support.unread': mailOf({
    ...ticket,
    by: 'both',
    on: answerFacts['support.unread'],
    to: ({ owner: type, ownerId: id }) => [{ type, id }],
    page: ({ ticketId }, reader) =>
      reader === 'clinic' ? `/clinic/support/${ticketId}` : `/profile/support/${ticketId}`,
    // Read meanwhile: there is nothing to tell any more.
    values: async (ctx, { ticketId = '' }) => ((await isTicketUnread(ctx, ticketId)) ? {} : null),
  }),
  // Without an account there is no page to read it on.
  'support.answered-visitor': mailOf({
    ...ticket,
    by: 'mail',
    on: ticketFacts['support.answered'],
    to: ({ owner, ticketId: id }) => (owner === 'visitor' ? [{ type: owner, id }] : []),
    ids: ({ ticketId, messageId }) => ({ ticketId, messageId }),
    page: () => '/contact',
    words: (ctx, { messageId = '' }) => answerText(ctx, messageId),
  }),
  'support.reminder-due': mailOf({ ...team, on: ticketFacts['support.reminder-due'] }),
  'support.overdue': mailOf({ ...team, on: ticketFacts['support.overdue'] }),
};
