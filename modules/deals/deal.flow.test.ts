import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { now } from '#platform/time/clock';
import type { CtxOf } from '#platform/context';
import { after, days, hours, minutes, type Duration } from '#platform/base/duration';
import { newId } from '#platform/base/ids';
import { runDueTimers } from '#engine/testing';
import { resetClock, setClock } from '../../tests/kit/clock';
import { someReviewer } from '../../tests/kit/clinics';
import { createTestServices, type TestServices } from '../../tests/kit/services';
import { somePatient, submitted } from '../leads/testing';
import {
  answerTime,
  cancelDeal,
  cancelDealAsStaff,
  confirmTreatment,
  denyTreatment,
  proposeTime,
  upholdTreatment,
} from './commands.server';
import { dealFlow } from './projection.server';
import { dealsOfOffers, readDeal } from './queries.server';
import { begunDeal, someClinic, someDay } from './testing';
import { clinicDay } from './rules';

let kit: TestServices;
let patient: CtxOf<'patient'>;
let clinic: CtxOf<'clinic'>;
let offerId: string;
beforeAll(async () => {
  kit = await createTestServices();
});
afterAll(() => kit.close());
beforeEach(async () => {
  await resetClock(kit.services);
  // Timers of earlier tests must not fire in this one.
  await kit.services.database.pool.query('delete from flow.timer');
  patient = kit.ctx(somePatient());
  clinic = kit.ctx(someClinic());
  await begin();
});

/** A deal of the two; the clocks of its request are other tests' business. */
async function begin(): Promise<void> {
  const { _id: leadId } = await submitted(kit.ctx(somePatient()));
  await kit.services.database.pool.query('delete from flow.timer where instance_id = $1', [leadId]);
  const ids = { patientId: patient.actor.id, clinicId: clinic.actor.id };
  offerId = await begunDeal(patient, { leadId, ...ids });
}

const refused = (code: string) => ({ code });
type Side = typeof patient | typeof clinic;
const deal = async (ctx: Side = patient) => (await readDeal(ctx, { offerId })).deal;
/** Moves the clock on and fires what is due by then, as the worker would. */
const pass = async (duration: Duration) =>
  runDueTimers(kit.services, { flows: [dealFlow] }, after(await now(patient), duration));
const inFuture = async (duration: Duration) => after(await now(patient), duration).toISOString();
const propose = async (ctx: Side, ahead: Duration, note: string | null = null) => {
  await proposeTime(ctx, { offerId, startsAt: await inFuture(ahead), note });
  return (await deal()).times[0]!._id;
};
const agree = async (ahead: Duration) =>
  answerTime(clinic, { offerId, timeId: await propose(patient, ahead), answer: 'accept' });
const confirm = async (ctx: Side, cents = 200_000, reason: string | null = null) =>
  confirmTreatment(ctx, {
    ...{ offerId, finalAmountCents: cents, reason },
    treatedOn: await someDay(ctx),
  });
const cancel = (ctx: Side) =>
  cancelDeal(ctx, { offerId, code: 'dates', reason: 'I cannot come that week.' });
const deny = (ctx: Side) => denyTreatment(ctx, { offerId, reason: 'Nobody was there.' });

describe('agreeing on a date', () => {
  it('keeps one proposal that waits, whosever it is, and one time that holds', async () => {
    const first = await propose(patient, days(10), 'In the morning, please.');
    const second = await propose(patient, days(11));
    const third = await propose(clinic, days(12));
    expect((await deal()).times.map(({ _id, from, status }) => [_id, from, status])).toEqual([
      [third, 'clinic', 'proposed'],
      [second, 'patient', 'replaced'],
      [first, 'patient', 'replaced'],
    ]);
    expect((await deal()).times[2]!.note).toBe('In the morning, please.');
    const answer = (ctx: Side, timeId: string) =>
      answerTime(ctx, { offerId, timeId, answer: 'accept' });
    await expect(answer(clinic, third)).rejects.toMatchObject(refused('event_refused'));
    await expect(answer(clinic, first)).rejects.toMatchObject(refused('event_refused'));
    await expect(answer(patient, newId())).rejects.toMatchObject(refused('not_found'));
    await answer(patient, third);
    const agreed = await deal();
    expect(agreed).toMatchObject({ status: 'scheduled', scheduledFor: agreed.times[0]!.startsAt });
    await answerTime(patient, {
      offerId,
      timeId: await propose(clinic, days(20)),
      answer: 'decline',
    });
    expect(await deal()).toMatchObject({ status: 'scheduled', scheduledFor: agreed.scheduledFor });
    await answer(clinic, await propose(patient, days(30)));
    expect((await deal()).times.map(({ status }) => status)).toEqual([
      'accepted',
      'declined',
      'replaced',
      'replaced',
      'replaced',
    ]);
  });

  it.each(Object.entries({ 'a minute ago': -minutes(1), 'in three years': days(3 * 366) }))(
    'takes no time %s',
    async (_when, ahead) => {
      await expect(propose(patient, ahead as Duration)).rejects.toMatchObject({
        code: 'validation_failed',
        details: { fields: { startsAt: ['deals.error.starts_at_range'] } },
      });
    },
  );

  it('reminds before the date and two days after it, and shows staff what nobody answers', async () => {
    await agree(days(10));
    await pass(days(8.9) as Duration);
    await expect(kit).not.toHaveEmitted('deals.visit-soon', { offerId });
    await pass(days(0.2) as Duration);
    await expect(kit).toHaveEmitted('deals.visit-soon', { offerId }, { times: 1 });
    await expect(kit).not.toHaveEmitted('deals.treatment-due', { offerId });
    await pass(days(3));
    await expect(kit).toHaveEmitted('deals.treatment-due', { offerId }, { times: 1 });
    await expect(kit).not.toHaveEmitted('deals.stood-still', { offerId });
    expect((await deal()).still).toBeNull();
    await pass(days(5));
    await expect(kit).toHaveEmitted('deals.stood-still', { offerId }, { times: 1 });
    expect((await deal()).still).toMatchObject({ because: 'no-confirmation' });
  });

  it('stands still without a date for 14 days, until there is one', async () => {
    await pass(days(13.9) as Duration);
    expect((await deal()).still).toBeNull();
    await pass(hours(3));
    const { still } = await deal();
    expect(still).toMatchObject({ because: 'no-date' });
    await propose(patient, days(5));
    expect((await deal()).still).toEqual(still);
    await agree(days(5));
    expect((await deal()).still).toBeNull();
  });
});

describe('confirming the treatment', () => {
  it('counts when both have said so, each once', async () => {
    await agree(days(10));
    await pass(days(11));
    await confirm(patient);
    expect(await deal()).toMatchObject({
      status: 'scheduled',
      treated: { patient: { amountCents: 200_000, currency: 'USD' }, clinic: null },
      priceFinal: null,
    });
    await expect(confirm(patient)).rejects.toMatchObject(refused('already_confirmed'));
    await confirm(clinic);
    expect(await deal(clinic)).toMatchObject({
      status: 'treated',
      priceFinal: { amountCents: 200_000, currency: 'USD' },
    });
    await expect(confirm(clinic)).rejects.toMatchObject(refused('already_confirmed'));
    await expect(cancel(patient)).rejects.toMatchObject(refused('event_refused'));
  });

  it.each([
    ['higher', 200_001, undefined],
    ['lower', 199_999, undefined],
    ['in another currency', 200_000, 'EUR'],
  ])('asks for a reason when the price is %s', async (_how, finalAmountCents, currency) => {
    const say = async (reason: string | null) =>
      confirmTreatment(clinic, {
        ...{ offerId, finalAmountCents, currency, reason },
        treatedOn: await someDay(clinic),
      });
    await expect(say(null)).rejects.toMatchObject({
      code: 'validation_failed',
      details: { fields: { reason: ['deals.error.price_reason'] } },
    });
    await say('One more filling was needed.');
    expect((await deal()).treated.clinic).toMatchObject({
      amountCents: finalAmountCents,
      reason: 'One more filling was needed.',
    });
  });

  it('keeps both prices where they differ', async () => {
    await confirm(patient, 230_000, 'They charged more.');
    await confirm(clinic);
    expect(await deal()).toMatchObject({
      status: 'treated',
      treated: { patient: { amountCents: 230_000 }, clinic: { amountCents: 200_000 } },
      priceFinal: null,
    });
  });

  it('counts after 14 days of silence and two reminders, and the silent side may still say its price', async () => {
    await confirm(clinic);
    await pass(days(13.9) as Duration);
    await expect(kit).toHaveEmitted('deals.confirmation-due', { offerId }, { times: 2 });
    expect((await deal()).status).toBe('accepted');
    await pass(hours(3));
    expect(await deal()).toMatchObject({ status: 'treated', priceFinal: { amountCents: 200_000 } });
    expect((await deal()).actions).toContain('confirm');
    await confirm(patient, 250_000, 'It was more.');
    expect(await deal()).toMatchObject({ status: 'treated', priceFinal: null });
    await expect(confirm(clinic)).rejects.toMatchObject(refused('already_confirmed'));
  });

  it('goes to staff when one side says that nothing took place, and no clock decides it', async () => {
    await confirm(clinic);
    await deny(patient);
    await pass(days(60));
    expect(await deal()).toMatchObject({
      status: 'accepted',
      denied: { by: 'patient', reason: 'Nobody was there.' },
    });
    const staff = kit.ctx(someReviewer());
    await expect(cancel(clinic)).rejects.toMatchObject(refused('event_refused'));
    await upholdTreatment(staff, { offerId, reason: 'The invoice shows it.' });
    expect(await deal()).toMatchObject({ status: 'treated', denied: null });
    const upheld = { actor: `staff:${staff.actor.id}`, reason: 'The invoice shows it.' };
    await expect(kit).toBeAudited('deals.uphold', upheld, { times: 1 });
  });

  it('is taken back by a new date that both agree on', async () => {
    await agree(days(3));
    await pass(days(4));
    await confirm(clinic);
    await deny(patient);
    await agree(days(8));
    expect(await deal()).toMatchObject({
      status: 'scheduled',
      treated: { patient: null, clinic: null },
      denied: null,
    });
    await pass(days(9));
    await confirm(clinic);
    await confirm(patient);
    expect((await deal()).status).toBe('treated');
  });
});

/** Noon at the clinic, so many days from now. */
const noonIn = async (ahead: number) =>
  `${clinicDay(after(await now(patient), days(ahead)))}T12:00:00+03:00`;
const fault = (key: string) => ({
  code: 'validation_failed',
  details: { fields: { treatedOn: [key] } },
});

describe('the day of the treatment', () => {
  it('is the agreed one or later, by the clock of the clinic', async () => {
    const startsAt = await noonIn(10);
    await proposeTime(patient, { offerId, startsAt, note: null });
    const [{ _id: timeId } = { _id: '' }] = (await deal()).times;
    await answerTime(clinic, { offerId, timeId, answer: 'accept' });
    const midnight = Date.parse(startsAt) - hours(12);
    await setClock(kit.services, new Date(midnight - minutes(1)));
    for (const side of [patient, clinic]) {
      expect((await deal(side)).actions).not.toContain('confirm');
      await expect(confirm(side)).rejects.toMatchObject(refused('before_the_date'));
      expect((await deal()).treated[side.actor.kind]).toBeNull();
    }
    await setClock(kit.services, new Date(midnight + minutes(1)));
    for (const side of [patient, clinic]) {
      expect((await deal(side)).actions).toContain('confirm');
      await confirm(side);
      // The agreed day is known; the day in the input is not stored.
      expect((await deal()).treated[side.actor.kind]).toMatchObject({ treatedOn: null });
    }
    expect((await deal()).status).toBe('treated');
  });

  it('is given by who confirms first where no date was agreed', async () => {
    const on = (treatedOn: string | null, ctx: Side = clinic) =>
      confirmTreatment(ctx, { offerId, finalAmountCents: 200_000, reason: null, treatedOn });
    const accepted = await someDay(patient);
    const plus = async (count: number) => (await noonIn(count)).slice(0, 10);
    await expect(on(null)).rejects.toMatchObject(fault('deals.error.treated_on'));
    await expect(on(await plus(1))).rejects.toMatchObject(fault('deals.error.treated_on_ahead'));
    await expect(on(await plus(-1))).rejects.toMatchObject(fault('deals.error.treated_on_before'));
    await pass(days(3));
    await on(accepted);
    expect((await deal()).treated.clinic).toMatchObject({ treatedOn: accepted });
    await expect(on(await plus(1), patient)).rejects.toMatchObject(
      fault('deals.error.treated_on_ahead'),
    );
    await on(null, patient);
    expect(await deal()).toMatchObject({
      status: 'treated',
      treated: { patient: { treatedOn: null } },
    });
  });
});

describe('cancelling', () => {
  it('ends everything, with a code in the facts and the words in a row', async () => {
    await agree(days(10));
    await propose(patient, days(12));
    await cancel(clinic);
    const cancelled = { by: 'clinic', code: 'dates', reason: 'I cannot come that week.' };
    expect(await deal()).toMatchObject({ status: 'cancelled', cancelled, actions: [] });
    expect((await deal()).times[0]!.status).toBe('replaced');
    const { rows } = await kit.services.database.pool.query(
      `select 1 from flow.instance i join deals.deal d on d.id = i.id
       where d.offer_id = $1 and i.state::text like '%that week%'`,
      [offerId],
    );
    expect(rows).toEqual([]);
    expect(await pass(days(60))).toBe(0);
    const acts = [() => confirm(patient), () => cancel(patient), () => propose(clinic, days(90))];
    for (const act of acts) await expect(act()).rejects.toMatchObject(refused('event_refused'));
  });

  it('is no way out once the date has passed or somebody has confirmed, but for staff', async () => {
    await agree(days(3));
    await pass(days(4));
    await expect(cancel(clinic)).rejects.toMatchObject(refused('event_refused'));
    expect((await deal(clinic)).actions).not.toContain('cancel');
    await confirm(patient);
    await expect(cancel(clinic)).rejects.toMatchObject(refused('event_refused'));
    const asked = { offerId, code: 'other', reason: 'Both asked us to.' } as const;
    await cancelDealAsStaff(kit.ctx(someReviewer()), asked);
    expect((await deal()).cancelled).toMatchObject({ by: 'staff' });
  });
});

describe('somebody else', () => {
  it.each([
    ['another patient', () => kit.ctx(somePatient())],
    ['another clinic', () => kit.ctx(someClinic())],
    ['its clinic once it is suspended', () => kit.ctx({ ...clinic.actor, approved: false })],
  ])('%s finds nothing', async (_who, stranger) => {
    const ctx = stranger();
    const timeId = await propose(patient, days(3));
    const startsAt = await inFuture(days(2));
    const acts = [
      () => readDeal(ctx, { offerId }),
      () => proposeTime(ctx, { offerId, startsAt, note: null }),
      () => answerTime(ctx, { offerId, timeId, answer: 'accept' }),
      () => confirm(ctx),
      () => deny(ctx),
      () => cancel(ctx),
    ];
    for (const act of acts) await expect(act()).rejects.toMatchObject(refused('not_found'));
    expect([...(await dealsOfOffers(ctx, [offerId])).keys()]).toEqual([]);
    expect([...(await dealsOfOffers(patient, [offerId])).keys()]).toEqual([offerId]);
  });
});
