import { afterAll, beforeAll, expect, it } from 'vitest';
import { confirmTreatment, removeReview, writeReview } from '#modules/deals';
import { suspendClinicAndEndSessions, successStories } from '#workflows';
import { begunDeal, someDay } from '../../modules/deals/testing';
import { signedInPatient } from '../../modules/identity/testing';
import { submitted } from '../../modules/leads/testing';
import { wordsOf } from '../kit/browse';
import { signedInClinic, someReviewer, type SignedInClinic } from '../kit/clinics';
import { plansOf } from '../kit/plans';
import { startTestServer, type TestServer } from '../kit/http';

let server: TestServer;
let clinics: SignedInClinic[];
beforeAll(async () => {
  server = await startTestServer();
  clinics = [
    await signedInClinic(server.ctx(), { details: { clinicName: 'First Told' } }),
    await signedInClinic(server.ctx(), { details: { clinicName: 'Second Told' } }),
  ];
});
afterAll(() => server?.close());

const page = async (path = '/success-stories') => {
  const answer = await server.request(path);
  const html = await answer.text();
  expect(answer.status).toBe(200);
  return { html, words: wordsOf(html), headers: answer.headers };
};

async function told(text: string, clinic = clinics[0]!): Promise<string> {
  const { ctx: patient } = await signedInPatient(server.ctx());
  const { _id: leadId } = await submitted(patient, { subTreatment: 'Dental Crown' });
  const who = { leadId, patientId: patient.actor.id, clinicId: clinic.clinicId };
  const offerId = await begunDeal(patient, who);
  for (const side of [patient, clinic.ctx])
    await confirmTreatment(side, {
      offerId,
      finalAmountCents: 200_000,
      reason: null,
      treatedOn: await someDay(side),
    });
  return (await writeReview(patient, { offerId, stars: 3, text }))._id;
}

it('says honestly when there is nothing', async () => {
  expect((await page()).words).toContain('There are no published stories yet');
});

it('shows what patients wrote, the newest first, a page at a time', async () => {
  for (let n = 0; n < 12; n += 1) await told(`Story ${n} of many.`, clinics[n % 2]);
  const first = await page();
  expect(first.headers.get('Cache-Control')).toContain('no-store');
  expect(first.words).toContain('Dental Crown · First Told');
  expect(first.words.indexOf('Story 11')).toBeLessThan(first.words.indexOf('Story 10'));
  expect(first.words).not.toContain('Story 1 ');
  const next = /href="(\/success-stories)?(\?from=[^"]+)"/.exec(first.html)![2]!;
  const second = await page(`/success-stories${next.replaceAll('&amp;', '&')}`);
  expect(second.words).toContain('Story 1 of');
  expect(second.words).not.toContain('Story 11');
  expect((await page('/success-stories?from=nonsense')).words).toContain('Story 11');
});

it('loses at once what staff remove', async () => {
  const reviewId = await told('Removed words.');
  expect((await page()).words).toContain('Removed words');
  const staff = server.ctx(someReviewer());
  await removeReview(staff, { reviewId, because: 'advertising', reason: 'It sells something.' });
  expect((await page()).words).not.toContain('Removed words');
});

it('names no clinic that is shut out', async () => {
  const { clinicId } = clinics[1]!;
  const staff = server.ctx(someReviewer());
  await suspendClinicAndEndSessions(staff, { clinicId, reason: 'The license has ended.' });
  const { words } = await page();
  expect(words).toContain('Story 11');
  expect(words).not.toContain('Second Told');
});

it('reads a page by indexes', async () => {
  const plans = await plansOf(server, (ctx) => successStories(ctx));
  expect(plans.flatMap(({ scans }) => scans)).toEqual([]);
  expect(plans.length).toBeLessThanOrEqual(5);
});
