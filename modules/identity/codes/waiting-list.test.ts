import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { advance } from '../../../tests/kit/clock';
import { createQueuedServices, forgetLimits, outcome } from '../../../tests/kit/identity';
import type { TestServices } from '../../../tests/kit/services';
import { pastCodes, setRisk } from '../../../tests/kit/strangers';
import { anonymous } from '#platform/base/actor';
import { hours, minutes, seconds } from '#platform/base/duration';
import { newToken } from '#platform/base/ids';
import { joinWaitingList, waitingListPlaceOf } from './waiting-list.server';
import { sendCode } from './send.server';
import { forgetOld } from '../privacy.server';
import { newPhone } from '../testing';

interface Waiting {
  readonly phone: string;
  readonly browserToken: string;
  readonly ip: string;
}

describe('the slow lane of a dial code', () => {
  let kit: TestServices;
  let address = 0;
  beforeAll(async () => {
    kit = await createQueuedServices();
  });
  afterAll(() => kit.close());
  beforeEach(async () => {
    await forgetLimits(kit);
    await kit.services.database.pool.query('delete from identity.slow_lane_place');
    await kit.services.database.pool.query('delete from identity.otp_challenge');
    await pastCodes(kit, { dialCode: '1', unused: 20 });
    await setRisk(kit, { unused: { atLeast: 20, ofUsed: 0.3 } });
  });

  const newcomer = (): Waiting => ({
    phone: newPhone(),
    browserToken: newToken(),
    ip: `10.2.${Math.floor((address += 1) / 250)}.${address % 250}`,
  });
  const join = ({ phone, browserToken, ip }: Waiting) =>
    joinWaitingList(kit.ctx(anonymous, { ip }), {
      role: 'patient',
      phoneNumber: phone,
      browserToken,
    });
  const look = ({ browserToken }: Waiting) =>
    waitingListPlaceOf(kit.ctx(), { role: 'patient', browserToken });
  const waitOf = async (who: Waiting) => (await look(who))!.waitSeconds;
  const send = (who: Waiting, ticket: string, more: Partial<Waiting> = {}) => {
    const { phone, browserToken, ip } = { ...who, ...more };
    return outcome(
      sendCode(kit.ctx(anonymous, { ip }), {
        role: 'patient',
        phoneNumber: phone,
        browserToken,
        ticket,
      }),
    );
  };
  const joined = async (n: number) => {
    const all = Array.from({ length: n }, newcomer);
    for (const one of all) await join(one);
    return all;
  };

  it('sends six a minute, in the order in which they came', async () => {
    const people = await joined(8);
    const places = await Promise.all(people.map(async (who) => (await look(who))!));
    expect(places.map(({ waitSeconds }) => waitSeconds)).toEqual([0, 0, 0, 0, 0, 0, 10, 20]);
    for (const [i, who] of people.entries())
      expect(await send(who, places[i]!.ticket)).toBe(i < 6 ? 'ok' : 'slow_lane');
    await advance(kit.services, seconds(40));
    expect(await waitOf(people[6]!)).toBeGreaterThan(0);
    await advance(kit.services, seconds(21));
    expect(await waitOf(people[6]!)).toBe(0);
    expect(await send(people[7]!, places[7]!.ticket)).toBe('ok');
  });

  it('gives six to fifty who press at once', async () => {
    await setRisk(kit, { lane: { perMinute: 6, placesPerAddress: 3 } });
    const people = await joined(50);
    const tickets = await Promise.all(people.map(async (who) => (await look(who))!.ticket));
    const outcomes: string[] = [];
    // As many at once as there are connections.
    for (let at = 0; at < 50; at += 10)
      outcomes.push(
        ...(await Promise.all(
          people.slice(at, at + 10).map((who, i) => send(who, tickets[at + i]!)),
        )),
      );
    expect(outcomes.filter((o) => o === 'ok')).toHaveLength(6);
    expect(outcomes.filter((o) => o === 'slow_lane')).toHaveLength(44);
  });

  it('sends one code for one ticket, also to fifty at once', async () => {
    const [who] = await joined(1);
    const { ticket } = (await look(who!))!;
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => send(who!, ticket)));
    expect(outcomes.filter((o) => o === 'ok')).toHaveLength(1);
    await advance(kit.services, minutes(1));
    expect(await send(who!, ticket)).toBe('proof_required');
    expect(await look(who!)).toBeNull();
  });

  it('takes no ticket of another number, of another browser, or that was made up', async () => {
    const [who, other] = await joined(2);
    const { ticket } = (await look(who!))!;
    expect(await send(who!, ticket, { phone: newPhone() })).toBe('proof_required');
    expect(await send(who!, ticket, { browserToken: newToken() })).toBe('proof_required');
    expect(await send(other!, ticket)).toBe('proof_required');
    const id = ticket.split('.')[0]!;
    for (const forged of ['', '.', id, `${id}.`, `${id}.${'A'.repeat(43)}`, `x.${ticket}`])
      expect(await send(who!, forged), forged).toBe('proof_required');
    expect(await send(who!, ticket)).toBe('ok');
  });

  it('waits for nobody who left, and lets nobody hold a turn', async () => {
    const people = await joined(8);
    const last = people[7]!;
    expect(await waitOf(last)).toBe(20);
    // Six are there all the time, see their turn come, and do not use it.
    for (let i = 0; i < 4; i += 1) {
      for (const who of people.slice(0, 6)) await look(who);
      await waitOf(last);
      await advance(kit.services, seconds(20));
    }
    for (const who of people.slice(0, 6)) await look(who);
    // The seventh has left.
    expect(await waitOf(last)).toBe(0);
    // Their place is at the end now.
    const tail = await joined(1);
    expect(await waitOf(tail[0]!)).toBeGreaterThan(0);
  });

  it('keeps the place of a browser that comes again, and gives the number another one', async () => {
    const [first] = await joined(8);
    const { ticket } = (await look(first!))!;
    await join(first!);
    expect((await look(first!))!.ticket).toBe(ticket);
    const moved = { ...first!, phone: newPhone() };
    await join(moved);
    expect(await look(moved)).toMatchObject({ phone: moved.phone });
    expect((await look(moved))!.waitSeconds).toBeGreaterThan(0);
  });

  it('has three places in ten minutes for one address', async () => {
    const people = Array.from({ length: 4 }, () => ({ ...newcomer(), ip: '203.0.113.7' }));
    const outcomes: string[] = [];
    for (const who of people) outcomes.push(await outcome(join(who)));
    expect(outcomes).toEqual(['ok', 'ok', 'ok', 'too_many_codes']);
    await advance(kit.services, minutes(10));
    expect(await outcome(join(people[3]!))).toBe('ok');
  });

  it('is one per dial code', async () => {
    await joined(8);
    const turk = { ...newcomer(), phone: '+905301234567' };
    await join(turk);
    expect(await waitOf(turk)).toBe(0);
  });

  it('is forgotten after an hour', async () => {
    const [who] = await joined(1);
    await advance(kit.services, hours(1));
    await advance(kit.services, seconds(1));
    expect(await forgetOld(kit.ctx())).toBeGreaterThan(0);
    expect(await look(who!)).toBeNull();
  });
});
