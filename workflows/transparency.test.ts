import { afterAll, beforeAll, expect, it } from 'vitest';
import { confirmTreatment, removeReview, writeReview } from '#modules/deals';
import { begunDeal, someClinic, someDay } from '../modules/deals/testing';
import { somePatient, submitted } from '../modules/leads/testing';
import { setClock } from '../tests/kit/clock';
import { signedInClinic, someReviewer } from '../tests/kit/clinics';
import { plansOf } from '../tests/kit/plans';
import { createTestServices, type TestServices } from '../tests/kit/services';
import { transparencyReport } from './transparency';

let kit: TestServices;
beforeAll(async () => {
  kit = await createTestServices();
});
afterAll(() => kit.close());

async function reviewed(): Promise<string> {
  const [patient, clinic] = [kit.ctx(somePatient()), kit.ctx(someClinic())];
  const { _id: leadId } = await submitted(patient);
  const who = { leadId, patientId: patient.actor.id, clinicId: clinic.actor.id };
  const offerId = await begunDeal(patient, who);
  for (const side of [patient, clinic])
    await confirmTreatment(side, {
      offerId,
      finalAmountCents: 200_000,
      reason: null,
      treatedOn: await someDay(side),
    });
  return (await writeReview(patient, { offerId, stars: 4, text: 'All went well.' }))._id;
}
const report = () => transparencyReport(kit.ctx());

it('tells a month when it is over, exactly from five on, and never counts it again', async () => {
  const { pool } = kit.services.database;
  await setClock(kit.services, new Date('2027-03-31T23:30:00Z'));
  const ids: string[] = [];
  for (let n = 0; n < 6; n += 1) ids.push(await reviewed());
  for (let n = 0; n < 5; n += 1) await signedInClinic(kit.ctx());
  await signedInClinic(kit.ctx(), { state: 'rejected' });
  const remove = (reviewId: string, because: 'insult' | 'unlawful') =>
    removeReview(kit.ctx(someReviewer()), { reviewId, because, reason: 'It says so.' });
  await remove(ids[0]!, 'insult');
  expect(await report()).toEqual([]);

  await setClock(kit.services, new Date('2027-04-01T00:30:00Z'));
  await remove(ids[1]!, 'unlawful');
  // What began before midnight may not be committed yet.
  expect(await report()).toEqual([]);
  await setClock(kit.services, new Date('2027-04-01T01:30:00Z'));
  const [march, ...earlier] = await report();
  expect(earlier).toEqual([]);
  expect(march).toMatchObject({
    month: '2027-03',
    figures: {
      'reviews.received': 6,
      'reviews.removed.insult': 'few',
      'reviews.removed.unlawful': 0,
      'clinics.approved': 5,
      'clinics.rejected': 'few',
      'clinics.minutes': expect.any(Number),
    },
  });

  await pool.query("update deals.review set created_at = created_at - interval '40 days'");
  expect((await report())[0]).toEqual(march);
  await setClock(kit.services, new Date('2027-05-02T00:00:00Z'));
  const [april, again] = await report();
  expect(april!.figures).toMatchObject({
    'reviews.removed.unlawful': 'few',
    'reviews.received': 0,
    'clinics.minutes': null,
  });
  expect(again).toEqual(march);
});

it('counts by indexes, and the same for all who ask at once', async () => {
  await kit.services.database.pool.query('delete from platform.day_figure');
  const reports = await Promise.all(Array.from({ length: 20 }, report));
  expect(new Set(reports.map((one) => JSON.stringify(one))).size).toBe(1);
  const plans = await plansOf(kit, transparencyReport);
  expect(plans.flatMap(({ scans }) => scans)).toEqual([]);
});
