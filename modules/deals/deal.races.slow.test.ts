import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { now } from '#platform/time/clock';
import type { CtxOf } from '#platform/context';
import { after, days, hours, type Duration } from '#platform/base/duration';
import { isAppError } from '#platform/base/errors';
import { runDueTimers } from '#engine/testing';
import { resetClock } from '../../tests/kit/clock';
import { deadlocks } from '../../tests/kit/locks';
import { createTestServices, type TestServices } from '../../tests/kit/services';
import { somePatient, submitted } from '../leads/testing';
import {
  answerTime,
  cancelDeal,
  confirmTreatment,
  denyTreatment,
  proposeTime,
} from './commands.server';
import { dealFlow } from './projection.server';
import { readDeal } from './queries.server';
import { begunDeal, someClinic, someDay } from './testing';

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
  patient = kit.ctx(somePatient());
  clinic = kit.ctx(someClinic());
  await begin();
});

/** A deal of the two; timers of others must not fire here. */
async function begin(): Promise<void> {
  const { _id: leadId } = await submitted(kit.ctx(somePatient()));
  await kit.services.database.pool.query('delete from flow.timer');
  const ids = { patientId: patient.actor.id, clinicId: clinic.actor.id };
  offerId = await begunDeal(patient, { leadId, ...ids });
}

type Side = typeof patient | typeof clinic;
const deal = async () => (await readDeal(patient, { offerId })).deal;
const pass = async (duration: Duration) =>
  runDueTimers(kit.services, { flows: [dealFlow] }, after(await now(patient), duration));
/** As {@link pass}; the clock may find that it was stopped a moment ago. */
const ring = (duration: Duration) =>
  pass(duration).catch((error: Error) => {
    if (error.message !== 'a due timer was gone') throw error;
  });
const propose = async (ctx: Side) => {
  const startsAt = after(await now(ctx), days(5)).toISOString();
  await proposeTime(ctx, { offerId, startsAt, note: null });
};
const confirm = async (ctx: Side) =>
  confirmTreatment(ctx, {
    ...{ offerId, finalAmountCents: 200_000, reason: null },
    treatedOn: await someDay(ctx),
  });
const cancel = (ctx: Side) =>
  cancelDeal(ctx, { offerId, code: 'dates', reason: 'I cannot come that week.' });
const deny = (ctx: Side) => denyTreatment(ctx, { offerId, reason: 'Nobody was there.' });

/** Every act, at once: how many went through, and the codes of those that did not. */
async function race(acts: ReadonlyArray<() => Promise<unknown>>) {
  const outcomes = await Promise.allSettled(acts.map((act) => act()));
  const codes = outcomes.flatMap((one) => {
    if (one.status === 'fulfilled') return [];
    if (!isAppError(one.reason)) throw one.reason;
    return [one.reason.code];
  });
  return { done: outcomes.length - codes.length, codes: [...new Set(codes)].sort() };
}

describe('at once', () => {
  it('fifty confirmations of one side are one', async () => {
    const acts = Array.from({ length: 50 }, () => () => confirm(patient));
    expect(await race(acts)).toEqual({ done: 1, codes: ['already_confirmed'] });
    expect((await deal()).status).toBe('accepted');
  });

  it('confirmations of both sides are two, and the treatment counts once', async () => {
    const acts = Array.from({ length: 50 }, (_, n) => () => confirm(n % 2 ? patient : clinic));
    expect(await race(acts)).toEqual({ done: 2, codes: ['already_confirmed'] });
    expect((await deal()).status).toBe('treated');
    await expect(kit).toHaveEmitted('deals.treated', { offerId }, { times: 1 });
  });

  it('fifty proposals leave one that waits, and fifty acceptances agree on it once', async () => {
    const acts = Array.from({ length: 50 }, (_, n) => () => propose(n % 2 ? patient : clinic));
    expect((await race(acts)).done).toBe(50);
    const waiting = (await deal()).times.filter(({ status }) => status === 'proposed');
    expect(waiting).toHaveLength(1);
    const [{ _id: timeId, from }] = waiting as [(typeof waiting)[number]];
    const other = from === 'patient' ? clinic : patient;
    const answers = Array.from(
      { length: 50 },
      (_, n) => () => answerTime(other, { offerId, timeId, answer: n % 2 ? 'accept' : 'decline' }),
    );
    expect(await race(answers)).toEqual({ done: 1, codes: ['event_refused'] });
  });

  it('a cancellation and a confirmation have one outcome', async () => {
    for (let n = 0; n < 20; n += 1) {
      await begin();
      const acts = [() => cancel(clinic), () => confirm(patient)];
      const { done } = await race(n % 2 ? acts : acts.reverse());
      const { status, treated } = await deal();
      expect([done, status, treated.patient !== null]).toEqual(
        status === 'cancelled' ? [1, 'cancelled', false] : [1, 'accepted', true],
      );
    }
  });

  it('an agreement on a date to come and a confirmation have one outcome', async () => {
    for (let n = 0; n < 20; n += 1) {
      await begin();
      await propose(clinic);
      const [{ _id: timeId } = { _id: '' }] = (await deal()).times;
      const agree = () => answerTime(patient, { offerId, timeId, answer: 'accept' });
      const acts = [agree, () => confirm(clinic)];
      const { done, codes } = await race(n % 2 ? acts : acts.reverse());
      const { status, treated } = await deal();
      expect([done, status, treated.clinic !== null, codes]).toEqual(
        status === 'scheduled'
          ? [1, 'scheduled', false, ['before_the_date']]
          : [1, 'accepted', true, ['event_refused']],
      );
    }
  });

  it('the clock of silence and what ends the silence have one outcome', async () => {
    for (let n = 0; n < 10; n += 1) {
      await begin();
      await confirm(clinic);
      await pass(hours(334));
      const speak = n % 2 ? () => deny(patient) : () => confirm(patient);
      await race([() => ring(days(1)), speak]);
      await kit.services.database.pool.query('delete from flow.timer');
      const { status, denied, treated } = await deal();
      if (denied) expect([status, treated.patient]).toEqual(['accepted', null]);
      else expect(status).toBe('treated');
    }
    expect(await deadlocks(kit)).toBe(0);
  });
});
