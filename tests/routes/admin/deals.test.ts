import type { Side } from '#platform/base/actor';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { confirmTreatment, denyTreatment, reportReview, writeReview } from '#modules/deals';
import type { CtxOf } from '#platform/context';
import { newId } from '#platform/base/ids';
import { syncQueues } from '#engine/operations';
import { runJobs } from '#engine/testing';
import { ownNotices, readDealOf } from '#workflows';
import { provedPatient } from '../../../modules/identity/testing';
import { publishedLead, sentOffer } from '../../../workflows/offers/testing';
import { registry } from '../../../workflows/registry';
import { AdminClient, atConsole, type AdminPerson } from '../../kit/admin-client';
import { auditOf } from '../../kit/audit';
import { signedInClinic, type SignedInClinic } from '../../kit/clinics';
import { startTestServer, type TestServer } from '../../kit/http';
import { acceptShownOffer } from '../../../workflows/offers/offers';
import { someDay } from '../../../modules/deals/testing';

let server: TestServer;
let reviewer: AdminPerson;
let client: AdminClient;
let clinic: SignedInClinic;
beforeAll(async () => {
  server = await startTestServer();
  await syncQueues(server.services.database, registry);
  reviewer = await atConsole(server, 'reviewer');
  client = reviewer.client;
  clinic = await signedInClinic(server.ctx());
});
afterAll(() => server?.close());

const agreed = async () => {
  const { ctx: patient, token } = await provedPatient(server.ctx());
  const { leadId } = await publishedLead(server, {}, patient);
  const offerId = await sentOffer(clinic.ctx, leadId);
  await acceptShownOffer(patient, { offerId });
  const { rows } = await client.list('deals', { filter: { q: offerId } });
  return { patient, token, offerId, id: rows[0]!.id as string };
};
const treated = async () => {
  const deal = await agreed();
  const { offerId } = deal;
  for (const side of [deal.patient, clinic.ctx])
    await confirmTreatment(side, {
      offerId,
      finalAmountCents: 250_000,
      reason: null,
      treatedOn: await someDay(side),
    });
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
    allowedEvents: ['write', 'cancel'],
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
    allowedEvents: ['write'],
  });
  const done = await treated();
  expect((await client.send('deals', done.id, 'cancel', { reason })).status).toBe(409);
  expect((await client.send('deals', done.id, 'uphold', { reason })).status).toBe(409);
  await expect(server).toBeAudited('deals.deal-read', { objectId: id }, { times: 2 });
});

it('writes to both sides at once, who read the same words on its page and are told without them', async () => {
  const { id, offerId, patient } = await agreed();
  const words = { message: 'CANARY: please agree on a date,\nor say why not.' };
  for (const body of [{}, { message: ' ' }, { message: 'x'.repeat(1_001) }])
    expect((await client.send('deals', id, 'write', body)).status).toBe(422);
  expect((await client.send('deals', newId(), 'write', words)).status).toBe(404);
  expect((await client.send('deals', id, 'write', words)).status).toBe(200);
  const read = (ctx: CtxOf<Side>) => readDealOf(ctx, { offerId });
  for (const ctx of [patient, clinic.ctx])
    expect((await read(ctx)).fromTeam).toMatchObject([{ text: words.message }]);
  expect((await client.get(`/deals/${id}`)).body).toMatchObject({
    fromTeam: [{ text: words.message }],
  });
  await runJobs(server.services, registry);
  const newest = async (ctx: CtxOf<Side>) => (await ownNotices(ctx)).notifications[0];
  expect(await newest(patient)).toMatchObject({
    kind: 'deals.team-wrote',
    href: `/deal/${offerId}`,
  });
  expect(await newest(clinic.ctx)).toMatchObject({
    kind: 'deals.team-wrote',
    href: `/clinic/deal/${offerId}`,
  });
  await expect(server).toHaveMailed('deals.team-wrote', { status: 'sent' }, { only: 2 });
  for (const recipientType of ['clinic', 'patient'])
    await expect(server).toHaveMailed('deals.team-wrote', { recipientType }, { times: 1 });
  expect(JSON.stringify(server.ports.sent.mail)).not.toContain('CANARY');
  const [entry] = await auditOf(server, 'deals.write-to-both');
  expect(entry).toMatchObject({ object_id: id, actor: `staff:${reviewer.id}` });
  expect(JSON.stringify(entry)).not.toContain('CANARY');
  const reason = 'Neither has answered.';
  expect((await client.send('deals', id, 'cancel', { reason })).status).toBe(200);
  expect((await client.send('deals', id, 'write', { message: 'Now it is over.' })).status).toBe(
    200,
  );
  expect((await read(patient)).fromTeam.map(({ text }) => text)).toEqual([
    'Now it is over.',
    words.message,
  ]);
});

it('is closed to the two sides and to nobody', async () => {
  const { id, token, reviewId } = await treated();
  for (const cookie of ['', `patient=${token}`, `clinic=${clinic.token}`]) {
    const stranger = new AdminClient(server, cookie);
    const answers = await Promise.all([
      stranger.list('deals'),
      stranger.list('reviews'),
      stranger.get(`/deals/${id}`),
      stranger.get(`/reviews/${reviewId}`),
      stranger.send('deals', id, 'write', { message: 'Hello' }),
      stranger.send('deals', id, 'cancel', { reason: 'Mine' }),
      stranger.send('reviews', reviewId, 'remove', { because: 'insult', reason: 'Mine' }),
      stranger.send('reviews', reviewId, 'keep'),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 401));
  }
});

it('shows a disputed deal in its queue with what both sides say, until somebody decides', async () => {
  const before = await waiting('deals');
  const { id, offerId, patient } = await agreed();
  await confirmTreatment(clinic.ctx, {
    offerId,
    finalAmountCents: 250_000,
    reason: null,
    treatedOn: await someDay(patient),
  });
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
    allowedEvents: ['write', 'cancel', 'uphold'],
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
  const removed = { objectId: insulting.reviewId, facts: { because: 'insult' }, reason };
  await expect(server).toBeAudited('deals.remove-review', removed, { times: 1 });
});
