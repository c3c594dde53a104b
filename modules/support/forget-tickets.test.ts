import { expect, it } from 'vitest';
import { withTransaction } from '#engine';
import { days } from '#platform/base/duration';
import { newId } from '#platform/base/ids';
import { advance, resetClock } from '../../tests/kit/clock';
import { somePatient } from '../leads/testing';
import { closeTicket, forgetTickets, openVisitorTicket } from './commands.server';
import { openedTicket, supportDesk, writtenTo } from './testing';

const desk = supportDesk();

const rows = async (query: string, ...values: unknown[]) =>
  (await desk.kit.services.database.pool.query(query, values)).rows as unknown[];
const exists = async (id: string): Promise<boolean> =>
  (await rows('select 1 from support.ticket where id = $1', id)).length > 0;
const close = (ticketId: string) => closeTicket(desk.staff, { ticketId });
const forget = (...held: string[]) =>
  forgetTickets(desk.kit.ctx({ kind: 'system', name: 'test' }), { held });

async function visitorTicket(): Promise<string> {
  const id = newId();
  const typed = { name: 'CANARY-NAME', subject: 'CANARY-SUBJECT', message: 'CANARY-WORDS' };
  await withTransaction(desk.kit.ctx(), (tx) =>
    openVisitorTicket(tx, { id, ...typed, email: `${id}@example.com`, from: '203.0.113.9' }),
  );
  return id;
}

it('a visitor’s ticket goes 180 days after it was closed, with every word, and none before', async () => {
  const [closed, open] = [await visitorTicket(), await visitorTicket()];
  await close(closed);
  await advance(desk.kit.services, days(179));
  expect(await forget()).toBe(0);
  await advance(desk.kit.services, days(2));
  expect(await forget()).toBe(1);
  expect([await exists(closed), await exists(open)]).toEqual([false, true]);
  expect(await rows('select 1 from support.message where ticket_id = $1', closed)).toEqual([]);
  expect(await forget()).toBe(0);
});

it('a ticket of an account goes after two years; what is open stays', async () => {
  const [closed, again, open] = [
    await openedTicket(desk.patient),
    await openedTicket(desk.patient),
    await openedTicket(desk.patient),
  ];
  await close(closed);
  await close(again);
  await advance(desk.kit.services, days(729));
  expect(await forget()).toBe(0);
  await writtenTo(desk.patient, again);
  await advance(desk.kit.services, days(2));
  expect(await forget()).toBe(1);
  expect([await exists(closed), await exists(again), await exists(open)]).toEqual([
    false,
    true,
    true,
  ]);
});

it('of an account that is held stays until it is not', async () => {
  const [held, other] = [
    await openedTicket(desk.patient),
    await openedTicket(desk.kit.ctx(somePatient())),
  ];
  await close(held);
  await close(other);
  await advance(desk.kit.services, days(731));
  expect(await forget(desk.patient.actor.id)).toBe(1);
  expect([await exists(held), await exists(other)]).toEqual([true, false]);
  expect(await forget()).toBe(1);
  expect(await exists(held)).toBe(false);
});

it('goes in steps, and two workers at once remove each once', async () => {
  const ids: string[] = [];
  for (let n = 0; n < 120; n += 1) {
    await desk.kit.services.database.pool.query('delete from platform.rate_limit');
    const id = await visitorTicket();
    await close(id);
    ids.push(id);
  }
  await advance(desk.kit.services, days(181));
  const gone = await Promise.all([forget(), forget()]);
  expect(gone[0] + gone[1]).toBe(120);
  expect(await rows('select 1 from support.ticket where id = any($1::uuid[])', ids)).toEqual([]);
});

it('one whose owner writes in that moment stays, whoever is first', async () => {
  for (let round = 0; round < 10; round += 1) {
    await resetClock(desk.kit.services);
    await desk.kit.services.database.pool.query('delete from platform.rate_limit');
    const id = await openedTicket(desk.patient);
    await close(id);
    await advance(desk.kit.services, days(731));
    const [written] = await Promise.allSettled([writtenTo(desk.patient, id, 'Again.'), forget()]);
    const words = await rows('select text from support.message where ticket_id = $1', id);
    // Either all of it is there, with the new word, or nothing of it.
    expect([await exists(id), words.length]).toEqual(
      written.status === 'fulfilled' ? [true, 2] : [false, 0],
    );
  }
});
