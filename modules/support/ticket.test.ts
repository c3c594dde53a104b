import { beforeEach, describe, expect, it } from 'vitest';
import { now } from '#platform/time/clock';
import { withTransaction } from '#engine';
import { runDueTimers } from '#engine/testing';
import { after, days, hours, minutes, type Duration } from '#platform/base/duration';
import { newId } from '#platform/base/ids';
import { setClock } from '../../tests/kit/clock';
import { someClinic } from '../deals/testing';
import { somePatient } from '../leads/testing';
import {
  answerTicket,
  assignTicket,
  closeTicket,
  reopenTicket,
  setTicketPriority,
  currentChat,
  openChat,
  openVisitorTicket,
  markTicketRead,
} from './commands.server';
import {
  listTicketsForStaff,
  readTicketForStaff,
  revealVisitor,
  ticketForStaff,
  ticketQueue,
} from './staff.server';
import { ownTickets, readTicket } from './queries.server';
import { openedTicket, supportDesk, writtenTo } from './testing';
import { ticketFlow } from './projection.server';

const desk = supportDesk();
beforeEach(() => desk.kit.services.database.pool.query('delete from flow.timer'));

const refused = (code: string) => ({ code });
/** Moves the clock on and fires what is due by then, as the worker would. */
const pass = async (duration: Duration) =>
  runDueTimers(
    desk.kit.services,
    { flows: [ticketFlow] },
    after(await now(desk.patient), duration),
  );
const record = (id: string) => ticketForStaff(desk.staff, id);
const answer = (ticketId: string, text = 'It opens today.') =>
  answerTicket(desk.staff, { ticketId, text });

/** A Monday at ten in New York. */
const monday = new Date('2026-03-02T15:00:00Z');

describe('a ticket that waits', () => {
  it('is due within four open hours, reminded of after two and late after four', async () => {
    await setClock(desk.kit.services, monday);
    const id = await openedTicket(desk.patient);
    expect((await record(id)).dueAt).toContain('2026-03-02T19:00:0');
    await pass(minutes(119));
    const asked = { instance: id, effects: ['support.asked'] };
    await expect(desk.kit).toHaveTransitioned('flow.started', asked);
    await expect(desk.kit).not.toHaveEmitted('support.reminder-due', { ticketId: id });
    await pass(minutes(2));
    await expect(desk.kit).toHaveEmitted('support.reminder-due', { ticketId: id }, { times: 1 });
    await expect(desk.kit).not.toHaveEmitted('support.overdue', { ticketId: id });
    expect((await record(id)).escalatedAt).toBeNull();
    await pass(minutes(121));
    await expect(desk.kit).toHaveEmitted('support.overdue', { ticketId: id }, { times: 1 });
    expect((await record(id)).escalatedAt).not.toBeNull();
    expect(await ticketQueue(desk.staff)).toMatchObject({ id: 'tickets', late: 1 });
    await answer(id);
    expect(await record(id)).toMatchObject({ status: 'answered', dueAt: null, escalatedAt: null });
  });

  it('waits over night and over the weekend', async () => {
    await setClock(desk.kit.services, new Date('2026-02-27T21:00:00Z'));
    const id = await openedTicket(desk.patient);
    expect((await record(id)).dueAt).toContain('2026-03-02T17:00:0');
    await pass(days(2));
    for (const event of ['support.reminder-due', 'support.overdue'])
      await expect(desk.kit).not.toHaveEmitted(event, { ticketId: id });
  });

  it('has the clock of its first word, however much is written', async () => {
    await setClock(desk.kit.services, monday);
    const id = await openedTicket(desk.patient);
    await pass(hours(1));
    await writtenTo(desk.patient, id);
    expect((await record(id)).dueAt).toContain('2026-03-02T19:00:0');
  });
});

describe('a ticket that is answered', () => {
  it('closes by itself two weeks after the last answer, and opens again by a word', async () => {
    const id = await openedTicket(desk.patient);
    await answer(id);
    await pass(days(10));
    await answer(id, 'And one more thing.');
    await pass(days(13.9) as Duration);
    expect((await record(id)).status).toBe('answered');
    await pass(hours(3));
    expect(await record(id)).toMatchObject({ status: 'closed', closedBy: 'clock', dueAt: null });
    await writtenTo(desk.patient, id, 'Are you there?');
    const reopened = await record(id);
    expect(reopened).toMatchObject({ status: 'open', closedBy: null });
    expect(Date.parse(reopened.dueAt!)).toBeGreaterThan((await now(desk.patient)).getTime());
    const [closed, asked] = [{ effects: ['support.closed'] }, { effects: ['support.asked'] }];
    const steps = { 'support.closing-window-elapsed': closed, 'support.write': asked };
    for (const [name, step] of Object.entries(steps))
      await expect(desk.kit).toHaveTransitioned(name, { instance: id, ...step }, { times: 1 });
  });

  it('is closed and opened by staff, each where it can be', async () => {
    const id = await openedTicket(desk.patient);
    await expect(reopenTicket(desk.staff, { ticketId: id })).rejects.toMatchObject(
      refused('event_refused'),
    );
    await closeTicket(desk.staff, { ticketId: id });
    await expect(closeTicket(desk.staff, { ticketId: id })).rejects.toMatchObject(
      refused('event_refused'),
    );
    expect(await record(id)).toMatchObject({ status: 'closed', closedBy: 'staff' });
    await reopenTicket(desk.staff, { ticketId: id });
    expect((await record(id)).status).toBe('open');
  });

  it('has unread answers until its owner looks', async () => {
    const id = await openedTicket(desk.patient);
    await answer(id);
    await answer(id, 'And tomorrow too.');
    expect((await ownTickets(desk.patient)).tickets[0]).toMatchObject({ _id: id, unread: 2 });
    await markTicketRead(desk.patient, { ticketId: id });
    const { ticket, messages } = await readTicket(desk.patient, { ticketId: id });
    expect(ticket.unread).toBe(0);
    expect(messages.map(({ from, text, readAt }) => [from, text, readAt !== null])).toEqual([
      ['staff', 'And tomorrow too.', true],
      ['staff', 'It opens today.', true],
      ['owner', 'When does it open?', false],
    ]);
  });
});

describe('whose a ticket is', () => {
  it('nobody else finds it, and a clinic has its own in every state', async () => {
    const clinic = desk.kit.ctx({ ...someClinic(), approved: false });
    const id = await openedTicket(clinic);
    expect((await ownTickets(clinic)).tickets).toHaveLength(1);
    // The same id of another kind of account is another person.
    const twin = desk.kit.ctx({ ...somePatient(), id: clinic.actor.id });
    for (const stranger of [desk.patient, twin, desk.kit.ctx(someClinic())])
      for (const ticketId of [id, newId(), 'no-id']) {
        const acts = [
          () => readTicket(stranger, { ticketId }),
          () => writtenTo(stranger, ticketId),
          () => markTicketRead(stranger, { ticketId }),
        ];
        for (const act of acts) await expect(act()).rejects.toMatchObject(refused('not_found'));
      }
    expect((await record(id)).messages).toHaveLength(1);
  });

  it('is listed page by page, what was written to last first', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 23; n += 1) {
      await desk.kit.services.database.pool.query('delete from platform.rate_limit');
      ids.push(await openedTicket(desk.patient, { subject: `No. ${n}` }));
    }
    await answer(ids[0]!);
    const first = await ownTickets(desk.patient);
    const second = await ownTickets(desk.patient, { cursor: first.nextCursor! });
    expect(first.tickets).toHaveLength(20);
    expect(first.tickets[0]!._id).toBe(ids[0]);
    expect(second.nextCursor).toBeNull();
    const shown = [...first.tickets, ...second.tickets].map(({ _id }) => _id);
    expect(new Set(shown)).toEqual(new Set(ids));
  });

  it('a visitor is reached for a reason only, which is logged', async () => {
    const id = newId();
    const typed = {
      name: 'Ada',
      email: 'ada@example.com',
      subject: 'Prices',
      message: 'How much?',
    };
    await withTransaction(desk.kit.ctx(), (tx) =>
      openVisitorTicket({ ...tx, locale: 'tr' }, { id, ...typed, from: '203.0.113.9' }),
    );
    expect(JSON.stringify(await readTicketForStaff(desk.staff, id))).not.toContain(
      'ada@example.com',
    );
    const reason = 'The answer came back.';
    expect(await revealVisitor(desk.staff, { ticketId: id, reason })).toMatchObject({
      email: 'ada@example.com',
    });
    const revealed = { objectId: id, reason };
    await expect(desk.kit).toBeAudited('support.contact-revealed', revealed, { times: 1 });
    const own = await openedTicket(desk.patient);
    await expect(revealVisitor(desk.staff, { ticketId: own, reason })).rejects.toMatchObject(
      refused('event_refused'),
    );
  });
});

describe('limits', () => {
  const outcome = (promise: Promise<unknown>) =>
    promise.then(
      () => 'done',
      (error: { code?: string }) => error.code,
    );
  const count = (all: unknown[], one: string) => all.filter((each) => each === one).length;

  it('ten tickets a day, also when fifty come at once', async () => {
    const all = await Promise.all(
      Array.from({ length: 50 }, () => outcome(openedTicket(desk.patient))),
    );
    expect([count(all, 'done'), count(all, 'too_many_requests')]).toEqual([10, 40]);
  });

  it('sixty messages an hour, the first ones of tickets included', async () => {
    const id = await openedTicket(desk.patient);
    const all = await Promise.all(
      Array.from({ length: 70 }, () => outcome(writtenTo(desk.patient, id))),
    );
    expect([count(all, 'done'), count(all, 'too_many_requests')]).toEqual([59, 11]);
  });

  it('three visitors’ messages a day for one address, in whatever case', async () => {
    const write = (n: number) =>
      withTransaction(desk.kit.ctx(), (tx) =>
        openVisitorTicket(tx, {
          ...{ id: newId(), name: 'Ada', subject: 'Hello', message: 'Hello' },
          email: n % 2 ? 'Same@example.com' : 'same@example.com',
          from: `203.0.113.${n}`,
        }),
      );
    const all = await Promise.all(Array.from({ length: 20 }, (_, n) => outcome(write(n))));
    expect(count(all, 'done')).toBe(3);
  });
});

describe('the team', () => {
  it('takes care of tickets, and the log says who answered and who looked', async () => {
    const id = await openedTicket(desk.patient);
    await assignTicket(desk.staff, { ticketId: id, staffId: desk.staff.actor.id });
    await setTicketPriority(desk.staff, { ticketId: id, priority: 'high' });
    await expect(
      setTicketPriority(desk.staff, { ticketId: id, priority: 'high' }),
    ).rejects.toMatchObject(refused('event_refused'));
    await answer(id);
    await readTicketForStaff(desk.staff, id);
    expect(await record(id)).toMatchObject({ assigneeId: desk.staff.actor.id, priority: 'high' });
    const by = { objectId: id, actor: `staff:${desk.staff.actor.id}` };
    for (const action of [
      'support.assign',
      'support.set-priority',
      'support.answer',
      'support.ticket-read',
    ])
      await expect(desk.kit).toBeAudited(action, by, { times: 1 });
    const request = {
      filter: { assigneeId: desk.staff.actor.id },
      sort: { field: 'createdAt', order: 'DESC' },
      ...{ offset: 0, limit: 25, bulk: false },
    } as const;
    const { rows } = await listTicketsForStaff(desk.staff, request);
    expect(rows.map((row) => row.id)).toEqual([id]);
    expect(JSON.stringify(rows)).not.toContain('When does it open?');
  });

  it('finds one chat that is not closed', async () => {
    const id = newId();
    expect(await currentChat(desk.patient)).toBeNull();
    await withTransaction(desk.patient, (tx) => openChat(tx, { id, message: 'Hello?' }));
    expect(await currentChat(desk.patient)).toBe(id);
    await answer(id);
    expect(await currentChat(desk.patient)).toBe(id);
    await closeTicket(desk.staff, { ticketId: id });
    expect(await currentChat(desk.patient)).toBeNull();
  });

  it('leaves no word in flows, facts and jobs', async () => {
    const secret = 'My tooth hurts in a way of its own.';
    const id = await openedTicket(desk.patient, { subject: secret, message: secret });
    await answer(id, secret);
    const { rows } = await desk.kit.services.database.pool.query(
      `select 1 from flow.instance where state::text like '%' || $1 || '%'
       union all select 1 from flow.transition t where to_jsonb(t)::text like '%' || $1 || '%'
       union all select 1 from pgboss.job where data::text like '%' || $1 || '%'`,
      [secret],
    );
    expect(rows).toEqual([]);
  });
});
