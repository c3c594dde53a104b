import { afterAll, beforeAll, expect, it } from 'vitest';
import { confirmTreatment, denyTreatment, reportReview, writeReview } from '#modules/deals';
import { acceptOffer } from '#modules/offers';
import { publishedLead, sentOffer } from '../../../workflows/offers/testing';
import { atConsole, type AdminClient } from '../../kit/admin-client';
import { auditOf } from '../../kit/audit';
import { signedInClinic, type SignedInClinic } from '../../kit/clinics';
import { startTestServer, type TestServer } from '../../kit/http';

let server: TestServer;
let client: AdminClient;
let clinic: SignedInClinic;
beforeAll(async () => {
  server = await startTestServer();
  ({ client } = await atConsole(server, 'reviewer'));
  clinic = await signedInClinic(server.ctx());
});
afterAll(() => server?.close());

const agreed = async () => {
  const { leadId, patient } = await publishedLead(server);
  const offerId = await sentOffer(clinic.ctx, leadId);
  await acceptOffer(patient, { offerId });
  const { rows } = await client.list('deals', { filter: { q: offerId } });
  return { patient, offerId, id: rows[0]!.id as string };
};
const treated = async () => {
  const deal = await agreed();
  const { offerId } = deal;
  for (const side of [deal.patient, clinic.ctx])
    await confirmTreatment(side, { offerId, finalAmountCents: 250_000, reason: null });
  const text = 'They were late, twice.';
  const { _id } = await writeReview(deal.patient, { offerId, stars: 2, text });
  return { ...deal, reviewId: _id };
};
const waiting = async (name: 'deals' | 'reviews'): Promise<number> => {
  const { queues } = (await client.get('/home')).body as unknown as {
    queues: Array<{ id: string; waiting: number }>;
  };
  return queues.find(({ id }) => id === name)!.waiting;
};
const idsOf = async (name: 'deals' | 'reviews', filter: object): Promise<unknown[]> =>
  (await client.list(name, { filter })).rows.map(({ id }) => id);

it('ends a deal with a reason, and none that is treated', async () => {
  const { id } = await agreed();
  const reason = 'The clinic has closed.';
  expect((await client.get(`/deals/${id}`)).body).toMatchObject({
    clinicName: 'Bosphorus Dental (test)',
    amountCents: 250_000,
    status: 'accepted',
    allowedEvents: ['cancel'],
  });
  expect((await client.send('deals', id, 'cancel', {})).status).toBe(422);
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => client.send('deals', id, 'cancel', { reason })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
  expect((await client.get(`/deals/${id}`)).body).toMatchObject({
    status: 'cancelled',
    cancelledBy: 'staff',
    cancelReason: reason,
    allowedEvents: [],
  });
  const done = await treated();
  expect((await client.send('deals', done.id, 'cancel', { reason })).status).toBe(409);
  expect((await client.send('deals', done.id, 'uphold', { reason })).status).toBe(409);
  const reads = await auditOf(server, 'deals.deal-read');
  expect(reads.filter((entry) => entry.object_id === id)).toHaveLength(2);
});

it('shows a disputed deal in its queue with what both sides say, until somebody decides', async () => {
  const before = await waiting('deals');
  const { id, offerId, patient } = await agreed();
  await confirmTreatment(clinic.ctx, { offerId, finalAmountCents: 250_000, reason: null });
  await denyTreatment(patient, { offerId, reason: 'CANARY: nobody was there.' });
  expect(await waiting('deals')).toBe(before + 1);
  expect(await idsOf('deals', { queue: 'waiting' })).toEqual([id]);
  expect(await idsOf('deals', { queue: 'waiting', status: 'accepted' })).toEqual([id]);
  expect(await idsOf('deals', { queue: 'waiting', status: 'cancelled' })).toEqual([]);
  expect(JSON.stringify((await client.list('deals')).body)).not.toContain('CANARY');
  expect((await client.get(`/deals/${id}`)).body).toMatchObject({
    phase: 'disputed',
    deniedBy: 'patient',
    denialReason: 'CANARY: nobody was there.',
    confirmations: [{ side: 'clinic', amountCents: 250_000 }],
    allowedEvents: ['cancel', 'uphold'],
  });
  const reason = 'The invoice shows it.';
  expect((await client.send('deals', id, 'uphold', { reason })).status).toBe(200);
  expect(await waiting('deals')).toBe(before);
});

it('takes a reported review away for one of the five reasons, and leaves one that is only bad', async () => {
  const [bad, insulting] = [await treated(), await treated()];
  for (const { reviewId } of [bad, insulting])
    await reportReview(clinic.ctx, { reviewId, reason: 'Not true.' });
  expect(await idsOf('reviews', { reported: true })).toEqual([insulting.reviewId, bad.reviewId]);
  expect(await waiting('reviews')).toBe(2);
  const path = `/reviews/${bad.reviewId}`;
  expect((await client.get(path)).body).toMatchObject({
    stars: 2,
    reports: [{ side: 'clinic', reason: 'Not true.' }],
    allowedEvents: ['remove', 'keep'],
  });
  expect((await client.send('reviews', bad.reviewId, 'keep')).status).toBe(200);
  expect((await client.get(path)).body).toMatchObject({ reportedAt: null, removedAt: null });
  const remove = (body: object) => client.send('reviews', insulting.reviewId, 'remove', body);
  const reason = 'Calls the doctor names.';
  for (const body of [{ reason }, { because: 'bad', reason }, { because: 'insult' }])
    expect((await remove(body)).status).toBe(422);
  expect((await remove({ because: 'insult', reason })).status).toBe(200);
  expect((await remove({ because: 'insult', reason })).status).toBe(409);
  expect((await client.get(`/reviews/${insulting.reviewId}`)).body).toMatchObject({
    removedBecause: 'insult',
    allowedEvents: [],
  });
  expect(await waiting('reviews')).toBe(0);
  expect((await auditOf(server, 'deals.remove-review')).at(-1)).toMatchObject({
    object_id: insulting.reviewId,
    facts: { because: 'insult' },
    reason,
  });
});
