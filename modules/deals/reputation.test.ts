import { withTransaction } from '#engine';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { now } from '#platform/time/clock';
import type { CtxOf } from '#platform/context';
import { after, days, minutes } from '#platform/base/duration';
import { isAppError } from '#platform/base/errors';
import { newId } from '#platform/base/ids';
import { answerReview, confirmTreatment, reportReview, writeReview } from './commands.server';
import { readDeal } from './queries.server';
import { repairReputation, publicReviews, recordAnswer, reputationOf } from './reputation.server';
import { keepReview, removeAnswer, removeReview } from './staff.server';
import { begunDeal, someClinic, someDay, someSealed } from './testing';
import { somePatient, submitted } from '../leads/testing';
import { someReviewer } from '../../tests/kit/clinics';
import { resetClock, setClock } from '../../tests/kit/clock';
import { createTestServices, type TestServices } from '../../tests/kit/services';

let kit: TestServices;
let clinic: CtxOf<'clinic'>;
beforeAll(async () => {
  kit = await createTestServices();
});
afterAll(() => kit.close());
beforeEach(async () => {
  await resetClock(kit.services);
  clinic = kit.ctx(someClinic());
});

interface Treated {
  readonly patient: CtxOf<'patient'>;
  readonly offerId: string;
}

/** A deal that the patient, and the clinic, say cost so much. */
async function treated(
  said: number,
  byClinic = said,
  totalCents = someSealed.amountCents,
): Promise<Treated> {
  const patient = kit.ctx(somePatient());
  const { _id: leadId } = await submitted(patient);
  const who = { leadId, patientId: patient.actor.id, clinicId: clinic.actor.id };
  const offerId = await begunDeal(patient, { ...who, totalCents });
  const reason = 'Another price.';
  await confirmTreatment(patient, {
    offerId,
    finalAmountCents: said,
    reason,
    treatedOn: await someDay(patient),
  });
  await confirmTreatment(clinic, {
    offerId,
    finalAmountCents: byClinic,
    reason,
    treatedOn: await someDay(clinic),
  });
  return { patient, offerId };
}
const write = ({ patient, offerId }: Treated, stars = 5, text = 'All went well.') =>
  writeReview(patient, { offerId, stars, text });
const shown = async () => (await reputationOf(kit.ctx(), [clinic.actor.id])).get(clinic.actor.id)!;
const price = someSealed.amountCents;

async function race(acts: ReadonlyArray<() => Promise<unknown>>) {
  const outcomes = await Promise.allSettled(acts.map((act) => act()));
  return outcomes.map((one) => {
    if (one.status === 'fulfilled') return 'done';
    if (!isAppError(one.reason)) throw one.reason;
    return one.reason.code;
  });
}

describe('a review', () => {
  it('is written for a treated deal only, by its patient, once', async () => {
    const patient = kit.ctx(somePatient());
    const { _id: leadId } = await submitted(patient);
    const who = { leadId, patientId: patient.actor.id, clinicId: clinic.actor.id };
    const offerId = await begunDeal(patient, who);
    const once = { patient, offerId };
    await expect(write(once)).rejects.toMatchObject({ code: 'not_treated' });
    await confirmTreatment(patient, {
      offerId,
      finalAmountCents: price,
      reason: null,
      treatedOn: await someDay(patient),
    });
    await expect(write(once)).rejects.toMatchObject({ code: 'not_treated' });
    await confirmTreatment(clinic, {
      offerId,
      finalAmountCents: price,
      reason: null,
      treatedOn: await someDay(clinic),
    });
    await expect(write({ ...once, patient: kit.ctx(somePatient()) })).rejects.toMatchObject({
      code: 'not_found',
    });
    const outcomes = await race(Array.from({ length: 50 }, () => () => write(once)));
    expect(outcomes.filter((one) => one === 'done')).toHaveLength(1);
    expect(new Set(outcomes)).toEqual(new Set(['done', 'already_reviewed']));
    const { deal } = await readDeal(patient, { offerId });
    expect(deal).toMatchObject({ status: 'reviewed', review: { stars: 5, answer: null } });
  });

  it('holds no contact data of anybody, and says which kinds were masked', async () => {
    const one = await treated(price);
    const { _id, text, masked } = await write(
      one,
      4,
      'Paid 2,000 USD on March 3. Write me at canary@patients.example or +90 212 555 01 99.',
    );
    expect(text).toContain('2,000 USD on March 3');
    expect(masked.toSorted()).toEqual(['email', 'phone']);
    const { answer } = await answerReview(clinic, {
      reviewId: _id,
      text: 'Thank you! Call us: zero five three two 555 01 98, or clinic@canary.example',
    });
    expect(answer!.masked).toContain('email');
    const { rows } = await kit.services.database.pool.query(
      `select 1 from deals.review where text ~ 'canary|555' or answer ~ 'canary|555'`,
    );
    expect(rows).toEqual([]);
  });

  it('is answered once, by its clinic, also fifty times at once', async () => {
    const { _id: reviewId } = await write(await treated(price));
    const stranger = kit.ctx(someClinic());
    await expect(answerReview(stranger, { reviewId, text: 'No.' })).rejects.toMatchObject({
      code: 'not_found',
    });
    const acts = Array.from(
      { length: 50 },
      (_, n) => () => answerReview(clinic, { reviewId, text: `Thanks ${n}` }),
    );
    const outcomes = await race(acts);
    expect(outcomes.filter((one) => one === 'done')).toHaveLength(1);
    expect(new Set(outcomes)).toEqual(new Set(['done', 'already_answered']));
  });

  it('is reported by both sides, each once, and kept or removed by staff for a listed reason', async () => {
    const one = await treated(price);
    const { _id: reviewId } = await write(one, 2);
    await answerReview(clinic, { reviewId, text: 'We are sorry.' });
    const report = (ctx: CtxOf<'patient'> | typeof clinic) =>
      reportReview(ctx, { reviewId, reason: 'This is not true.' });
    await race([() => report(clinic), () => report(clinic), () => report(one.patient)]);
    await expect(report(kit.ctx(somePatient()))).rejects.toMatchObject({ code: 'not_found' });
    const reports = 'select side from deals.report where review_id = $1 order by side';
    const { rows } = await kit.services.database.pool.query(reports, [reviewId]);
    expect(rows).toEqual([{ side: 'clinic' }, { side: 'patient' }]);

    const staff = kit.ctx(someReviewer());
    await keepReview(staff, { reviewId });
    await expect(keepReview(staff, { reviewId })).rejects.toMatchObject({ code: 'event_refused' });
    const removal = { reviewId, because: 'insult' as const, reason: 'Calls somebody names.' };
    await removeAnswer(staff, removal);
    expect((await readDeal(clinic, { offerId: one.offerId })).deal.review).toMatchObject({
      answer: null,
      answerRemoved: 'insult',
    });
    await expect(answerReview(clinic, { reviewId, text: 'Again.' })).rejects.toMatchObject({
      code: 'already_answered',
    });
    const outcomes = await race([
      () => removeReview(staff, removal),
      () => removeReview(staff, removal),
    ]);
    expect(outcomes.toSorted()).toEqual(['done', 'event_refused']);
    expect(await readDeal(one.patient, one)).toMatchObject({
      deal: { review: null, reviewRemoved: 'insult' },
    });
    expect((await publicReviews(kit.ctx(), { clinicId: clinic.actor.id })).reviews).toEqual([]);
    const { because, reason } = removal;
    const removed = { objectId: reviewId, facts: { because }, reason };
    await expect(kit).toBeAudited('deals.remove-review', removed, { times: 1 });
    await expect(write(one)).rejects.toMatchObject({ code: 'already_reviewed' });
  });
});

describe('what clinics have shown', () => {
  it('is hidden below five, then counted, each with its sample', async () => {
    const total = price + 50_000;
    const paid: Array<Parameters<typeof treated>> = [
      [price],
      [price],
      [price - 1],
      [total, total, total],
    ];
    const reviewed: string[] = [];
    for (const [n, said] of paid.entries())
      reviewed.push((await write(await treated(...said), n + 1))._id);
    const none = { rating: null, priceKept: null, priceForeseen: null, answerTime: null };
    expect(await shown()).toEqual({ ...none, askedAnswerTime: null });
    const last = await treated(price + 1, price);
    expect(await shown()).toMatchObject({ rating: null, priceKept: { kept: 4, of: 5 } });
    await write(last, 5);
    expect(await shown()).toMatchObject({ rating: { average: 3, count: 5 } });
    await removeReview(kit.ctx(someReviewer()), {
      reviewId: reviewed[0]!,
      because: 'advertising',
      reason: 'It sells something.',
    });
    expect(await shown()).toMatchObject({ rating: null, priceKept: { kept: 4, of: 5 } });
    expect(await repairReputation(kit.ctx())).toBe(0);
  });

  it('counts what happens at once, and sets right what a hand in the tables broke', async () => {
    const deals: Treated[] = [];
    for (let n = 0; n < 8; n += 1) deals.push(await treated(price));
    await race(deals.map((one, n) => () => write(one, (n % 5) + 1)));
    expect(await shown()).toMatchObject({
      rating: { average: 2.6, count: 8 },
      priceKept: { kept: 8, of: 8 },
    });
    const { pool } = kit.services.database;
    const mine = [clinic.actor.id];
    await pool.query(
      'update deals.reputation set stars = stars + 5, reviews = reviews + 1 where clinic_id = $1',
      mine,
    );
    expect(await repairReputation(kit.ctx())).toBe(1);
    await pool.query('delete from deals.reputation where clinic_id = $1', mine);
    expect(await repairReputation(kit.ctx())).toBe(1);
    expect(await repairReputation(kit.ctx())).toBe(0);
    expect(await shown()).toMatchObject({ rating: { average: 2.6, count: 8 } });
  });

  it('takes the median of first offers of the last 90 days', async () => {
    const start = await now(kit.ctx());
    const answered = async (took: number, at: Date, leadId = newId(), asked = false) => {
      await setClock(kit.services, at);
      await withTransaction(kit.ctx(), (tx) =>
        recordAnswer(tx, {
          clinicId: clinic.actor.id,
          leadId,
          publishedAt: after(at, minutes(-took)),
          asked,
        }),
      );
      return leadId;
    };
    for (const took of [10, 20, 30]) await answered(took, start);
    const twice = await answered(400, start);
    expect((await shown()).answerTime).toBeNull();
    await answered(1, start, twice);
    expect((await shown()).answerTime).toBeNull();
    await answered(50, after(start, days(60)));
    expect((await shown()).answerTime).toEqual({ medianMinutes: 30, sample: 5 });
    // Those to patients who asked it are counted by themselves, too.
    for (const took of [2, 4, 6, 8]) await answered(took, after(start, days(60)), newId(), true);
    expect((await shown()).askedAnswerTime).toBeNull();
    await answered(10, after(start, days(60)), newId(), true);
    expect((await shown()).askedAnswerTime).toEqual({ medianMinutes: 6, sample: 5 });
    expect((await shown()).answerTime).toEqual({ medianMinutes: 10, sample: 10 });
    await setClock(kit.services, after(start, days(151)));
    expect((await shown()).answerTime).toBeNull();
  });

  it('reads no more for a clinic of long history than for one of short', async () => {
    const { pool } = kit.services.database;
    await pool.query(
      `insert into deals.answer (clinic_id, lead_id, at, minutes)
       select $1, gen_random_uuid(), platform.now() - n * interval '1 minute', n from generate_series(1, 1000) n`,
      [clinic.actor.id],
    );
    await pool.query('analyze deals.answer');
    expect((await shown()).answerTime).toMatchObject({ sample: 200 });
    expect(await reputationOf(kit.ctx(), [])).toEqual(new Map());
  });
});
