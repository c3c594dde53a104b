import { describe } from 'vitest';
import { answerTicket, closeTicket, openVisitorTicket, reopenTicket } from '#modules/support';
import { withTransaction } from '#engine';
import { days } from '#platform/base/duration';
import { newId } from '#platform/base/ids';
import { signedInStaff } from '../../modules/identity/testing';
import { openedTicket, writtenTo } from '../../modules/support/testing';
import { provePages } from '../../tests/kit/event-proof';
import { offered, pass, somePatient, staff, waitingJob } from '../../tests/kit/event-scenes';
import type { TestServices } from '../../tests/kit/services';
import { complainOf } from '../conversations/talk';
import { found, write } from '../conversations/testing';
import { someClinics, withoutBudgets } from '../offers/testing';
import { conversationPages, ticketPages } from './conversations';

const asked = async (kit: TestServices) => {
  const owner = await somePatient(kit);
  return { owner, ticketId: await openedTicket(owner) };
};
const answer = (kit: TestServices, ticketId: string) =>
  answerTicket(staff(kit), { ticketId, text: 'On Monday.' });
const answered = async (kit: TestServices) => {
  const ticket = await asked(kit);
  await answer(kit, ticket.ticketId);
  return ticket;
};
const fromVisitor = (kit: TestServices) =>
  withTransaction(kit.ctx(), async (tx) => {
    const id = newId();
    const typed = { subject: 'A question', message: 'When do you open?' };
    const visitor = { email: 'visitor@example.com', name: 'Vera Visitor' };
    await openVisitorTicket(tx, { id, from: newId(), ...typed, ...visitor });
    return id;
  });

describe('conversations', () => {
  provePages(
    conversationPages,
    {
      'messaging.unread': [
        {
          by: 'messaging.tell-unread',
          arrange: async (kit) => {
            const { clinic, offerId } = await offered(kit);
            await write(clinic, offerId, 'When could you come?');
            return waitingJob(kit, 'messaging.tell-unread');
          },
        },
        {
          by: 'messaging.tell-unread',
          arrange: async (kit) => {
            const { patient, offerId } = await offered(kit);
            await write(patient, offerId, 'When could I come?');
            return waitingJob(kit, 'messaging.tell-unread');
          },
        },
      ],
      'messaging.reported': [
        {
          by: 'messaging.report',
          arrange: async (kit) => {
            const { patient, clinic, offerId } = await offered(kit);
            await write(clinic, offerId, 'Pay in cash.');
            const talk = await found(patient, offerId);
            return () => complainOf(talk, { reason: 'They ask for cash.' });
          },
        },
      ],
    },
    withoutBudgets,
  );
});

describe('tickets', () => {
  provePages(
    ticketPages,
    {
      'support.asked': [
        {
          by: 'support.open',
          arrange: async (kit) => {
            const owner = await somePatient(kit);
            return () => openedTicket(owner);
          },
        },
        {
          by: 'support.write',
          arrange: async (kit) => {
            const { owner, ticketId } = await answered(kit);
            return () => writtenTo(owner, ticketId);
          },
        },
        {
          by: 'admin.tickets.reopen',
          arrange: async (kit) => {
            const { ticketId } = await answered(kit);
            await closeTicket(staff(kit), { ticketId });
            return () => reopenTicket(staff(kit), { ticketId });
          },
        },
      ],
      'support.reminder-due': [
        {
          by: 'support.reminder-window',
          arrange: async (kit) => {
            await asked(kit);
            return () => pass(kit, days(7));
          },
        },
      ],
      'support.overdue': [
        {
          by: 'support.answer-window',
          arrange: async (kit) => {
            await asked(kit);
            return () => pass(kit, days(7));
          },
        },
      ],
      'support.answered': [
        {
          by: 'admin.tickets.answer',
          arrange: async (kit) => {
            const ticketId = await fromVisitor(kit);
            return () => answer(kit, ticketId);
          },
        },
        {
          by: 'admin.tickets.answer',
          arrange: async (kit) => {
            const { ticketId } = await asked(kit);
            return () => answer(kit, ticketId);
          },
        },
      ],
      'support.closed': [
        {
          by: 'admin.tickets.close',
          arrange: async (kit) => {
            const { ticketId } = await answered(kit);
            return () => closeTicket(staff(kit), { ticketId });
          },
        },
        {
          by: 'support.closing-window',
          arrange: async (kit) => {
            await answered(kit);
            return () => pass(kit, days(15));
          },
        },
      ],
      'support.unread': [
        {
          by: 'support.tell-answer',
          arrange: async (kit) => {
            await answered(kit);
            return waitingJob(kit, 'support.tell-answer');
          },
        },
        {
          by: 'support.tell-answer',
          arrange: async (kit) => {
            const [clinic] = await someClinics(kit);
            await answer(kit, await openedTicket(clinic!));
            return waitingJob(kit, 'support.tell-answer');
          },
        },
      ],
    },
    async (kit) => {
      await withoutBudgets(kit);
      await signedInStaff(kit.ctx());
    },
  );
});
