import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { system, type ActorOf } from '#platform/base/actor';
import { now } from '#platform/time/clock';
import type { CtxOf } from '#platform/context';
import { after, days, hours, minutes, seconds, type Duration } from '#platform/base/duration';
import { send } from '#engine';
import { readFlow, runDueTimers } from '#engine/testing';
import { newId } from '#platform/base/ids';
import { writeSetting } from '#platform/settings/settings';
import { advance, resetClock } from '../../tests/kit/clock';
import { createTestServices, type TestServices } from '../../tests/kit/services';
import { cancelLead, keepWaiting, approveLead, rejectLead, sendLeadBack } from './commands.server';
import { heldLeads, readLead } from './queries.server';
import { leadFlow } from './projection.server';
import { leadWindows } from './rules';
import { somePatient, submitted } from './testing';

const staff: ActorOf<'staff'> = {
  kind: 'staff',
  id: newId(),
  role: 'reviewer',
  sessionId: newId(),
};

describe('a request and its clocks', () => {
  let kit: TestServices;
  let ctx: CtxOf<'patient'>;
  beforeAll(async () => {
    kit = await createTestServices();
    await writeSetting(kit.ctx(system('test')), leadWindows, {
      ...leadWindows.defaults('test'),
      screening: minutes(10),
    });
  });
  afterAll(() => kit.close());
  beforeEach(async () => {
    await resetClock(kit.services);
    // Timers of earlier tests must not fire in this one.
    await kit.services.database.pool.query('delete from flow.timer');
    ctx = kit.ctx(somePatient());
  });

  /** Moves the clock on and fires what is due by then, as the worker would. */
  const pass = async (duration: Duration) =>
    runDueTimers(kit.services, { flows: [leadFlow] }, after(await now(ctx), duration));
  const read = (id: string) => readLead(ctx, { leadId: id });
  const published = async () => {
    const { _id } = await submitted(ctx);
    await approveLead(kit.ctx(staff), { leadId: _id });
    return _id;
  };
  const offerId = newId();
  const offer = (id: string, type: 'leads.offer-received' | 'leads.offer-gone') =>
    send(kit.ctx(system('test')), leadFlow, { id, event: { type, offerId } });
  /** What people read, and when the clocks ring. */
  const datesOf = async (id: string) => {
    const { screeningEndsAt, offersDueAt, expiresAt } = await read(id);
    const { timers } = (await readFlow(ctx, leadFlow, id))!;
    const rings = (name: string) =>
      timers.find((timer) => timer.name === `leads.${name}-window-elapsed`)?.fireAt.toISOString() ??
      null;
    return { screeningEndsAt, offersDueAt, expiresAt, rings };
  };

  it('is published by its timer when the screening window ends, not before', async () => {
    const { _id } = await submitted(ctx);
    const pending = await read(_id);
    expect(pending.lead.status).toBe('pending');
    const createdAt = new Date(pending.lead.createdAt);
    expect(
      Math.abs(Date.parse(pending.screeningEndsAt!) - after(createdAt, minutes(10)).getTime()),
    ).toBeLessThan(1_000);
    expect(await pass(minutes(9))).toBe(0);
    expect((await read(_id)).lead.status).toBe('pending');
    await pass(seconds(61));
    const reviewed = await read(_id);
    expect(reviewed.lead.status).toBe('reviewed');
    expect(reviewed.screeningEndsAt).toBeNull();
    expect(Date.parse(reviewed.offersDueAt!) - Date.parse(reviewed.publishedAt!)).toBe(hours(48));
    expect(Date.parse(reviewed.expiresAt!) - Date.parse(reviewed.publishedAt!)).toBe(days(30));
    expect(reviewed.activity.map(({ kind }) => kind)).toEqual(['submitted', 'published']);
  });

  it('is not published by anything but a person when the checks found something', async () => {
    const { _id } = await submitted(ctx, { description: 'Call 212 555 0123' });
    await pass(days(40));
    expect(await read(_id)).toMatchObject({ lead: { status: 'pending' }, screeningEndsAt: null });
    await approveLead(kit.ctx(staff), { leadId: _id });
    expect((await read(_id)).lead.status).toBe('reviewed');
  });

  it('widens after 24 h and asks the patient after 48 h without an offer', async () => {
    const id = await published();
    await pass(hours(23));
    expect((await read(id)).widenedAt).toBeNull();
    await pass(hours(1.1));
    expect((await read(id)).widenedAt).not.toBeNull();
    expect((await read(id)).noticeAt).toBeNull();
    await pass(hours(24));
    const told = await read(id);
    expect(told.noticeAt).not.toBeNull();
    expect(told.lead.status).toBe('reviewed');
    await keepWaiting(ctx, { leadId: id });
    expect((await read(id)).noticeAt).toBeNull();
    await expect(keepWaiting(ctx, { leadId: id })).rejects.toMatchObject({ code: 'event_refused' });
  });

  it('neither widens nor asks while there is an offer, and starts both anew when the last one goes', async () => {
    const id = await published();
    await offer(id, 'leads.offer-received');
    await pass(hours(60));
    expect(await read(id)).toMatchObject({
      lead: { status: 'offers_received', offersCount: 1 },
      widenedAt: null,
      noticeAt: null,
    });
    await offer(id, 'leads.offer-gone');
    expect(await read(id)).toMatchObject({ lead: { status: 'reviewed', offersCount: 0 } });
    await pass(hours(25));
    expect((await read(id)).widenedAt).not.toBeNull();
  });

  it('asks on the promised date although the worker was away when it should have widened', async () => {
    const id = await published();
    const { offersDueAt, expiresAt } = await read(id);
    await pass(hours(23));
    // Nothing fires for a day: the widening is 23 h late.
    await advance(kit.services, hours(24));
    await pass(minutes(1));
    const late = await read(id);
    expect(Date.parse(late.widenedAt!) - Date.parse(late.publishedAt!)).toBeGreaterThan(
      hours(46.9),
    );
    expect(late).toMatchObject({ noticeAt: null, offersDueAt, expiresAt });
    await pass(minutes(50));
    expect((await read(id)).noticeAt).toBeNull();
    await pass(minutes(10));
    const asked = await read(id);
    expect(Date.parse(asked.noticeAt!) - Date.parse(offersDueAt!)).toBeLessThan(minutes(1));
    expect(asked).toMatchObject({ offersDueAt, expiresAt });
  });

  it('asks at once after an outage that the notice fell into', async () => {
    const id = await published();
    await advance(kit.services, hours(80));
    await pass(seconds(5));
    const { widenedAt, noticeAt, activity } = await read(id);
    expect(Date.parse(noticeAt!) - Date.parse(widenedAt!)).toBeLessThan(seconds(10));
    expect(activity.map(({ kind }) => kind).slice(-2)).toEqual(['widened', 'no-offers-yet']);
  });

  it('shows the dates at which its clocks ring, wherever it stands', async () => {
    const { _id: id } = await submitted(ctx);
    const pending = await datesOf(id);
    expect(pending.screeningEndsAt).toBe(pending.rings('screening'));
    await approveLead(kit.ctx(staff), { leadId: id });
    const local = await datesOf(id);
    expect(local.expiresAt).toBe(local.rings('expiry'));
    await pass(hours(25));
    const wide = await datesOf(id);
    expect(wide).toMatchObject({ offersDueAt: local.offersDueAt, expiresAt: local.expiresAt });
    expect(wide.offersDueAt).toBe(wide.rings('notice'));
    await offer(id, 'leads.offer-received');
    await pass(hours(100));
    await offer(id, 'leads.offer-gone');
    const anew = await datesOf(id);
    expect(anew.offersDueAt).toBe(anew.rings('notice'));
    expect(anew.offersDueAt).not.toBe(wide.offersDueAt);
    expect(anew.expiresAt).toBe(wide.expiresAt);
    expect(anew.expiresAt).toBe(anew.rings('expiry'));
  });

  it('counts an offer once, however often it is told of it', async () => {
    const id = await published();
    await Promise.all(Array.from({ length: 20 }, () => offer(id, 'leads.offer-received')));
    expect((await read(id)).lead).toMatchObject({ status: 'offers_received', offersCount: 1 });
    await Promise.all(Array.from({ length: 20 }, () => offer(id, 'leads.offer-gone')));
    const { lead, activity } = await read(id);
    expect(lead).toMatchObject({ status: 'reviewed', offersCount: 0 });
    expect(activity.map(({ kind }) => kind).slice(-2)).toEqual(['offers-received', 'offers-gone']);
  });

  it('reminds after 25 days and expires after 30, with offers too', async () => {
    const id = await published();
    await offer(id, 'leads.offer-received');
    await pass(days(25));
    const kinds = async () => (await read(id)).activity.map(({ kind }) => kind);
    expect(await kinds()).toEqual(['submitted', 'published', 'offers-received', 'reminder-due']);
    expect((await read(id)).lead.status).toBe('offers_received');
    await pass(days(5.01));
    expect(await read(id)).toMatchObject({
      lead: { status: 'cancelled', offersCount: 0 },
      cancelledBy: 'expiry',
    });
    // Open pages are told what stands in the row.
    const gone = { leadId: id, status: 'cancelled', offersCount: 0 };
    const told = { times: 1, exact: true };
    await expect(kit).toHaveTold(`patient:${ctx.actor.id}`, 'leads.status-changed', gone, told);
    expect(await pass(days(60))).toBe(0);
    expect((await kinds()).at(-1)).toBe('expired');
  });

  it('is completed by an accepted offer, and nothing happens to it any more', async () => {
    const id = await published();
    await offer(id, 'leads.offer-received');
    const event = { type: 'leads.offer-accepted', offerId } as const;
    await send(kit.ctx(system('test')), leadFlow, { id, event });
    const done = await read(id);
    expect(done).toMatchObject({ lead: { status: 'completed', offersCount: 1 } });
    expect(done.completedAt).not.toBeNull();
    expect(await pass(days(60))).toBe(0);
    await expect(cancelLead(ctx, { leadId: id, reason: null })).rejects.toMatchObject({
      code: 'event_refused',
    });
  });

  it('is refused by the team with a reason that the patient reads', async () => {
    const { _id } = await submitted(ctx);
    await rejectLead(kit.ctx(staff), { leadId: _id, reason: 'Please describe a treatment.' });
    expect(await read(_id)).toMatchObject({
      lead: { status: 'cancelled' },
      cancelledBy: 'team',
      cancelReason: 'Please describe a treatment.',
    });
    await expect(approveLead(kit.ctx(staff), { leadId: _id })).rejects.toMatchObject({
      code: 'event_refused',
    });
  });

  it('goes back to its patient with a reason, out of the queue, and stays theirs to end', async () => {
    const { _id } = await submitted(ctx, { description: 'Call me: +1 212 555 0199' });
    const reviewer = kit.ctx(staff);
    const waiting = async () => (await heldLeads(reviewer)).some(({ id }) => id === _id);
    expect(await waiting()).toBe(true);
    await sendLeadBack(reviewer, { leadId: _id, reason: 'Please leave out your number.' });
    expect(await waiting()).toBe(false);
    const back = await read(_id);
    expect(back).toMatchObject({
      lead: { status: 'pending' },
      cancelReason: 'Please leave out your number.',
    });
    expect(back.sentBackAt).not.toBeNull();
    expect(back.activity.at(-1)!.kind).toBe('sent-back');
    await expect(sendLeadBack(reviewer, { leadId: _id, reason: 'Again.' })).rejects.toMatchObject({
      code: 'event_refused',
    });
    await cancelLead(ctx, { leadId: _id, reason: null });
    expect(await read(_id)).toMatchObject({ cancelledBy: 'patient', cancelReason: null });
  });

  it('expires when its patient leaves it sent back', async () => {
    const { _id } = await submitted(ctx);
    await sendLeadBack(kit.ctx(staff), { leadId: _id, reason: 'Please say which tooth.' });
    await pass(days(30));
    expect(await read(_id)).toMatchObject({ lead: { status: 'cancelled' }, cancelledBy: 'expiry' });
  });

  it('keeps the windows it was submitted under', async () => {
    const { _id } = await submitted(ctx);
    const defaults = leadWindows.defaults('test');
    await writeSetting(kit.ctx(system('test')), leadWindows, {
      ...defaults,
      screening: seconds(1),
    });
    await pass(minutes(5));
    expect((await read(_id)).lead.status).toBe('pending');
    await writeSetting(kit.ctx(system('test')), leadWindows, {
      ...defaults,
      screening: minutes(10),
    });
  });

  it('is cancelled once by fifty at once, with the reason of the one', async () => {
    const { _id } = await submitted(ctx);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, (_, n) => cancelLead(ctx, { leadId: _id, reason: `reason ${n}` })),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const refused = outcomes.filter((each) => each.status === 'rejected');
    expect(new Set(refused.map(({ reason }) => (reason as { code: string }).code))).toEqual(
      new Set(['event_refused']),
    );
    const winner = outcomes.findIndex(({ status }) => status === 'fulfilled');
    expect((await read(_id)).cancelReason).toBe(`reason ${winner}`);
    expect((await read(_id)).activity).toHaveLength(2);
  });

  it('writes status, activity and the word to open pages in one transaction, or nothing', async () => {
    const { _id } = await submitted(ctx);
    const { pool } = kit.services.database;
    await pool.query('alter table live.event add constraint nothing check (false) not valid');
    await expect(cancelLead(ctx, { leadId: _id, reason: null })).rejects.toThrow();
    await pool.query('alter table live.event drop constraint nothing');
    const untouched = await read(_id);
    expect(untouched.lead.status).toBe('pending');
    expect(untouched.activity).toHaveLength(1);
    const rows = await pool.query<{ version: number }>(
      'select version from flow.instance where id = $1',
      [_id],
    );
    expect(rows.rows[0]!.version).toBe(1);
  });

  it('lets the clock of the database decide', async () => {
    const { _id } = await submitted(ctx);
    await advance(kit.services, minutes(11));
    await runDueTimers(kit.services, { flows: [leadFlow] });
    expect((await read(_id)).lead.status).toBe('reviewed');
  });
});
