import { messagingEvents } from '#contracts/messaging';
import { answerEvents, ticketEvents } from '#contracts/support';
import { activeStaffIds } from '#modules/identity';
import { isUnread } from '#modules/messaging';
import { closedAmong } from '#modules/offers';
import { answerText, assigneeOf, isTicketUnread } from '#modules/support';
import type { Ctx } from '#platform/context';
import { eventPage, itsClinic, itsPatient, recipients } from './event-page';

const isClosed = async (ctx: Ctx, offerId: string): Promise<boolean> =>
  (await closedAmong(ctx, [offerId])).has(offerId);

/** Between patients and clinics. A mail says that there is something to read, never what. */
export const conversationPages = [
  eventPage(messagingEvents['messaging.unread'], {
    when: 'One side of a conversation has not looked at a message for ten minutes.',
    causedBy: ['messaging.tell-unread'],
    rows: { 'messaging.conversation': 'clinic_unread_from, patient_unread_from' },
    notify: {
      'messaging.unread': {
        about: 'request',
        topic: 'messages',
        by: 'both',
        to: recipients(['patient', 'clinic'], async (event, ctx) => {
          if (event.to === 'patient') return itsPatient.of(event, ctx);
          return (await isClosed(ctx, event.offerId)) ? [] : itsClinic.of(event, ctx);
        }),
        ids: ({ offerId, to }) => ({ offerId, to }),
        page: ({ offerId }, reader) =>
          reader === 'clinic' ? `/clinic/conversation/${offerId}` : `/conversation/${offerId}`,
        // Read meanwhile, or closed for the clinic: there is no news any more.
        values: async (ctx, { offerId = '', to: side }) => {
          const to = side === 'clinic' ? 'clinic' : 'patient';
          if (to === 'clinic' && (await isClosed(ctx, offerId))) return null;
          return (await isUnread(ctx, { offerId, to })) ? {} : null;
        },
      },
    },
  }),

  eventPage(messagingEvents['messaging.reported'], {
    when: 'One side reports a conversation to the team.',
    causedBy: ['messaging.report'],
    rows: { 'messaging.report': 'new', 'messaging.reported': 'new' },
    live: { staff: ['staff.queue-changed'] },
  }),
];

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
const itsTeam = recipients(['staff'], async ({ ticketId }: OfTicket, ctx: Ctx) => {
  const [all, found] = await Promise.all([activeStaffIds(ctx), assigneeOf(ctx, ticketId)]);
  if (!found) return [];
  const { staffId } = found;
  const notified = staffId !== null && all.includes(staffId) ? [staffId] : all;
  return notified.map((id) => ({ type: 'staff' as const, id }));
});

const toTeam = {
  ...ticket,
  by: 'mail',
  to: itsTeam,
  page: ({ ticketId }: { ticketId?: string }) => `/admin/tickets/${ticketId}/show`,
} as const;

/** With the team. Who wrote to it is notified of answers; the team where one is missing. */
export const ticketPages = [
  eventPage(ticketEvents['support.asked'], {
    when: 'A ticket waits for the team: it is new, or its owner wrote again after an answer.',
    causedBy: ['support.open', 'support.write', 'admin.tickets.reopen'],
    rows: {
      'support.ticket': 'new, closed_at, closed_by, due_at, last_from, last_message_at, status',
      'support.message': 'new',
    },
    audit: ['support.open', 'support.reopen'],
    live: { patient: ['support.changed'], staff: ['staff.queue-changed'] },
  }),

  eventPage(ticketEvents['support.reminder-due'], {
    when: 'A ticket has waited for half of the promised time.',
    causedBy: ['support.reminder-window'],
    live: { patient: ['support.changed'], staff: ['staff.queue-changed'] },
    notify: { 'support.reminder-due': toTeam },
  }),

  eventPage(ticketEvents['support.overdue'], {
    when: 'The promised time of an answer is over.',
    causedBy: ['support.answer-window'],
    rows: { 'support.ticket': 'escalated_at' },
    live: { patient: ['support.changed'], staff: ['staff.queue-changed'] },
    notify: { 'support.overdue': toTeam },
  }),

  eventPage(ticketEvents['support.answered'], {
    when: 'The team answers a ticket.',
    causedBy: ['admin.tickets.answer'],
    rows: {
      'support.ticket':
        'answered_at, due_at, last_from, last_message_at, status, unread, unread_from',
      'support.message': 'new',
    },
    audit: ['support.answer'],
    live: { patient: ['support.changed'], staff: ['staff.queue-changed'] },
    enqueues: ['support.tell-answer'],
    notify: {
      // Without an account there is no page to read it on.
      'support.answered-visitor': {
        ...ticket,
        by: 'mail',
        to: recipients(['visitor'], ({ owner, ticketId: id }) =>
          owner === 'visitor' ? [{ type: owner, id }] : [],
        ),
        ids: ({ ticketId, messageId }) => ({ ticketId, messageId }),
        page: () => '/contact',
        words: (ctx, { messageId = '' }) => answerText(ctx, messageId),
      },
    },
  }),

  eventPage(ticketEvents['support.closed'], {
    when: 'The team closes a ticket, or its owner has not written for a while after an answer.',
    causedBy: ['admin.tickets.close', 'support.closing-window'],
    rows: { 'support.ticket': 'closed_at, closed_by, status' },
    audit: ['support.close'],
    live: { patient: ['support.changed'], staff: ['staff.queue-changed'] },
  }),

  eventPage(answerEvents['support.unread'], {
    when: 'The owner of a ticket has not looked at an answer.',
    causedBy: ['support.tell-answer'],
    rows: { 'support.ticket': 'unread_from' },
    notify: {
      // That there is something to read, never what: it may be about health.
      'support.unread': {
        ...ticket,
        by: 'both',
        to: recipients(['patient', 'clinic'], ({ owner: type, ownerId: id }) => [{ type, id }]),
        page: ({ ticketId }, reader) =>
          reader === 'clinic' ? `/clinic/support/${ticketId}` : `/profile/support/${ticketId}`,
        // Read meanwhile: there is nothing to say any more.
        values: async (ctx, { ticketId = '' }) =>
          (await isTicketUnread(ctx, ticketId)) ? {} : null,
      },
    },
  }),
];
