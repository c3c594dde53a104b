import { afterAll, beforeAll, expect, it } from 'vitest';
import { withdrawOffer } from '#modules/offers';
import { runJobs } from '#engine/testing';
import {
  publishedLead,
  sentOffer,
  someClinics,
  type Published,
} from '../../../workflows/offers/testing';
import { registry } from '../../../workflows/registry';
import { atConsole, type AdminPerson } from '../../kit/admin-client';
import { startTestServer, type TestServer } from '../../kit/http';

let server: TestServer;
let reviewer: AdminPerson;
let requests: Published[];
let clinicIds: string[];
/** Of both clinics for the first request, and of the first for the second. */
let offers: string[];
beforeAll(async () => {
  server = await startTestServer();
  reviewer = await atConsole(server, 'reviewer');
  const clinics = await someClinics(server, 2);
  clinicIds = clinics.map(({ actor }) => actor.id);
  requests = [await publishedLead(server), await publishedLead(server)];
  const words = { message: 'CANARY: your root', availability: 'CANARY in May' };
  offers = [
    await sentOffer(clinics[0]!, requests[0]!.leadId, words),
    await sentOffer(clinics[1]!, requests[0]!.leadId, words),
    await sentOffer(clinics[0]!, requests[1]!.leadId, words),
  ];
  await withdrawOffer(clinics[0]!, { offerId: offers[2]! });
});
afterAll(() => server?.close());

const idsOf = async (filter: object): Promise<unknown[]> =>
  (await reviewer.client.list('offers', { filter })).rows.map(({ id }) => id);

it('finds offers by where they stand and whose they are', async () => {
  const [first, second, third] = offers;
  expect(await idsOf({})).toEqual([third, second, first]);
  expect(await idsOf({ status: ['pending', 'negotiating'] })).toEqual([second, first]);
  expect(await idsOf({ status: 'withdrawn' })).toEqual([third]);
  expect(await idsOf({ clinicId: clinicIds[0] })).toEqual([third, first]);
  expect(await idsOf({ clinicId: clinicIds[0], status: 'pending' })).toEqual([first]);
  expect(await idsOf({ leadId: requests[0]!.leadId })).toEqual([second, first]);
  expect(await idsOf({ patientId: requests[1]!.patient.actor.id })).toEqual([third]);
  for (const q of [third, requests[1]!.leadId, requests[1]!.patient.actor.id])
    expect(await idsOf({ q })).toEqual([third]);
  expect(await idsOf({ q: clinicIds[1] })).toEqual([second]);
  expect(await idsOf({ q: 'CANARY' })).toEqual([]);
});

it('shows what was asked for, and keeps the words to whoever gives a reason, which is logged', async () => {
  const { client } = reviewer;
  const path = `/offers/${offers[0]}`;
  expect(JSON.stringify((await client.list('offers')).body)).not.toContain('CANARY');
  const shown = await client.get(path);
  expect(JSON.stringify(shown.body)).not.toContain('CANARY');
  expect(shown.body).toMatchObject({
    clinicId: clinicIds[0],
    clinicName: 'Bosphorus Dental (test)',
    amountCents: 250_000,
    currency: 'USD',
    status: 'pending',
    allowedEvents: ['read-words'],
    revisions: [{ revision: 1, amountCents: 250_000, message: null, availability: null }],
  });
  for (const reason of ['', 'short'])
    expect((await client.send('offers', offers[0]!, 'read-words', { reason })).status).toBe(422);
  await expect(server).not.toBeAudited('offers.words-read');
  const reason = 'The clinic says it was misread';
  const read = await client.send('offers', offers[0]!, 'read-words', { reason });
  expect(JSON.stringify(read.body)).toContain('CANARY: your root');
  const looked = { objectId: offers[0], facts: { status: 'pending', breakGlass: true }, reason };
  await expect(server).toBeAudited('offers.words-read', looked, { only: 1 });
  expect(JSON.stringify((await client.get(path)).body)).not.toContain('CANARY');
});

it('says of a clinic how many live offers it would lose', async () => {
  const record = async (id: string) =>
    (await reviewer.client.get(`/clinics/${id}`)).body as { liveOffers?: number };
  expect((await record(clinicIds[0]!)).liveOffers).toBe(1);
  const reason = 'The licence is in question.';
  const answer = await reviewer.client.send('clinics', clinicIds[0]!, 'suspend', { reason });
  expect(answer.status).toBe(200);
  await runJobs(server.services, registry);
  expect((await record(clinicIds[0]!)).liveOffers).toBe(0);
  expect(await idsOf({ status: 'pending' })).toEqual([offers[1]]);
  expect((await reviewer.client.get(`/offers/${offers[0]}`)).body).toMatchObject({
    status: 'withdrawn',
    withdrawnBy: 'suspension',
  });
});
