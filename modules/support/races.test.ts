import { describe, expect, it } from 'vitest';
import { withTransaction } from '#engine';
import { newId } from '#platform/base/ids';
import {
  answerTicket,
  assignTicket,
  setTicketPriority,
  markTicketRead,
  openChat,
} from './commands.server';
import { ownTickets, readTicket } from './queries.server';
import { openedTicket, supportDesk } from './testing';

const desk = supportDesk();

const fifty = <T>(act: (n: number) => Promise<T>) =>
  Promise.allSettled(Array.from({ length: 50 }, (_, n) => act(n)));
const done = (all: ReadonlyArray<PromiseSettledResult<unknown>>): number =>
  all.filter(({ status }) => status === 'fulfilled').length;
const answer = (ticketId: string, text: string) => answerTicket(desk.staff, { ticketId, text });
const shown = (ticketId: string) => readTicket(desk.patient, { ticketId });

/** What the row says is unread, and what is. */
async function burst(id: string) {
  const { rows } = await desk.kit.services.database.pool.query<Record<string, unknown>>(
    `select t.unread, t.unread_from, count(m.id)::int as counted,
            (array_agg(m.id order by m.created_at) filter (where m.id is not null))[1] as first
     from support.ticket t
     left join support.message m on m.ticket_id = t.id and m.from_side = 'staff' and m.read_at is null
     where t.id = $1 group by t.id`,
    [id],
  );
  return rows[0]!;
}

describe('what is read', () => {
  it('ends with what was shown: an answer that came in between is unread', async () => {
    const id = await openedTicket(desk.patient);
    await answer(id, 'Seen.');
    const { messages } = await shown(id);
    await answer(id, 'Not seen.');
    await markTicketRead(desk.patient, { ticketId: id, upTo: messages[0]!._id });
    const after = await shown(id);
    expect(after.ticket.unread).toBe(1);
    expect(after.messages.map(({ text, readAt }) => [text, readAt !== null]).slice(0, 2)).toEqual([
      ['Not seen.', false],
      ['Seen.', true],
    ]);
    expect(await burst(id)).toMatchObject({ unread: 1, unread_from: after.messages[0]!._id });
    // Said again, later than what was said since: nothing comes back.
    await markTicketRead(desk.patient, { ticketId: id, upTo: after.messages[0]!._id });
    await markTicketRead(desk.patient, { ticketId: id, upTo: messages[0]!._id });
    expect(await burst(id)).toMatchObject({ unread: 0, unread_from: null, counted: 0 });
  });

  it('is of this ticket only', async () => {
    const [id, other] = [await openedTicket(desk.patient), await openedTicket(desk.patient)];
    await answer(id, 'One.');
    await answer(other, 'Two.');
    const [message] = (await shown(other)).messages;
    const wrong = markTicketRead(desk.patient, { ticketId: id, upTo: message!._id });
    await expect(wrong).rejects.toMatchObject({ code: 'not_found' });
    expect(await burst(id)).toMatchObject({ unread: 1 });
  });

  it('is counted right when answers and looks cross, fifty at once', async () => {
    const id = await openedTicket(desk.patient);
    await answer(id, 'First.');
    await fifty(async (n) => {
      if (n % 2) return answer(id, `No. ${n}`);
      const { messages } = await shown(id);
      return markTicketRead(desk.patient, { ticketId: id, upTo: messages[0]!._id });
    });
    const { unread, unread_from: from, counted, first } = await burst(id);
    expect([unread, from]).toEqual([counted, first]);
  });
});

describe('the team', () => {
  it('sets a priority once, and gives a ticket to somebody once, fifty at once', async () => {
    const id = await openedTicket(desk.patient);
    const set = await fifty(() =>
      setTicketPriority(desk.staff, { ticketId: id, priority: 'high' }),
    );
    const assigned = await fifty(() =>
      assignTicket(desk.staff, { ticketId: id, staffId: desk.staff.actor.id }),
    );
    expect([done(set), done(assigned)]).toEqual([1, 1]);
    for (const action of ['support.set-priority', 'support.assign'])
      await expect(desk.kit).toBeAudited(action, { objectId: id }, { times: 1 });
  });
});

describe('a chat', () => {
  it('is one, however many tabs begin it: the words of all are in it', async () => {
    const begin = (n: number) =>
      withTransaction(desk.patient, (tx) => openChat(tx, { id: newId(), message: `Tab ${n}` }));
    const all = await fifty(begin);
    const ids = all.map((one) => (one.status === 'fulfilled' ? one.value : one.reason));
    expect(new Set(ids).size).toBe(1);
    const { tickets } = await ownTickets(desk.patient);
    expect(tickets.map(({ _id, kind }) => [_id, kind])).toEqual([[ids[0], 'chat']]);
    const { rows } = await desk.kit.services.database.pool.query(
      'select count(distinct text)::int as texts from support.message where ticket_id = $1',
      [ids[0]],
    );
    expect(rows).toEqual([{ texts: 50 }]);
  });
});
