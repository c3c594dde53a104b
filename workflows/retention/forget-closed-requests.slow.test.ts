import { afterAll, beforeAll, expect, it } from 'vitest';
import { cancelOpenLeads } from '#modules/leads';
import { system } from '#platform/base/actor';
import { withTransaction } from '#engine';
import { days } from '#platform/base/duration';
import { placesOf } from '../../tests/kit/canary-scan';
import { advance } from '../../tests/kit/clock';
import { canaryOf, fullLife, type FullLife } from '../../tests/kit/full-life';
import { startTestServer, type TestServer } from '../../tests/kit/http';
import { forgetClosedRequests } from './forget-closed-requests';

let server: TestServer;
let life: FullLife;
const [p, c] = [canaryOf('ret'), canaryOf('rcl')];
beforeAll(async () => {
  server = await startTestServer();
  life = await fullLife(server, { patient: 'ret', clinic: 'rcl' });
}, 120_000);
afterAll(() => server?.close());

const forget = () => forgetClosedRequests(server.ctx(system('test')));
const rows = async (query: string, ...values: unknown[]) =>
  (await server.services.database.pool.query(query, values)).rows as unknown[];
/** Of the request, its conversation and its treatment. */
const said = 'notes history allergies file question typed complaint time price'.split(' ').map(p);

it('keeps what is open, and what ended less than two years ago', async () => {
  await advance(server.services, days(720));
  expect(await forget()).toBe(0);
  expect(await placesOf(server, [p('question')])).not.toEqual([]);
});

it('waits while a treatment is ahead or not settled', async () => {
  await advance(server.services, days(20));
  await server.services.database.pool.query(
    `update deals.deal set phase = 'confirming' where offer_id = $1`,
    [life.acceptedOfferId],
  );
  expect(await forget()).toBe(0);
  await server.services.database.pool.query(
    `update deals.deal set phase = 'done' where offer_id = $1`,
    [life.acceptedOfferId],
  );
});

it('waits while the patient is asked after the treatment', async () => {
  expect(await forget()).toBe(0);
  await server.services.database.pool.query(
    `update aftercare.care set state = 'ended', ended_at = platform.now() where offer_id = $1`,
    [life.acceptedOfferId],
  );
});

it('forgets what was said and shown for a request two years after its end, also with two workers', async () => {
  // The other request of the same patient stays whole.
  const photos = await rows(
    'select id from consultation.photo where lead_id = $1',
    life.done.leadId,
  );
  expect(photos.length).toBeGreaterThan(0);
  await rows(
    `insert into translations.translation (of_id, locale, kind, written_by, offer_id, patient_id, clinic_id,
       of_texts, texts, provider, asking, at)
     select id, 'tr', 'message', 'patient', conversation_id, id, id, repeat('0', 64), '["Merhaba"]', 'demo', id, now()
     from messaging.message where conversation_id = $1`,
    life.acceptedOfferId,
  );
  const gone = await Promise.all([forget(), forget()]);
  expect(gone.some((count) => count === 1)).toBe(true);
  expect(
    await rows('select id from consultation.photo where lead_id = $1', life.done.leadId),
  ).toEqual([]);
  expect(
    await rows('select 1 from messaging.message where conversation_id = $1', life.acceptedOfferId),
  ).toEqual([]);
  expect(await placesOf(server, ['Merhaba'])).toEqual([]);
  expect(
    await rows('select 1 from consultation.photo where lead_id = $1', life.open.leadId),
  ).not.toEqual([]);
  expect(
    await placesOf(server, [
      p('question'),
      p('typed'),
      p('file'),
      p('complaint'),
      p('time'),
      p('price'),
    ]),
  ).toEqual([]);
  expect(await placesOf(server, [p('hello')])).not.toEqual([]);
  // The offer is the clinic's, the review is published, the account is there.
  for (const stays of [c('offer'), p('review'), p('First')])
    expect(await placesOf(server, [stays]), stays).not.toEqual([]);
  expect(await forget()).toBe(0);
});

it('forgets one that was cancelled as well: then none of its words is left anywhere', async () => {
  const patientId = life.open.patient.ctx.actor.id;
  await withTransaction(server.ctx(system('test')), (tx) => cancelOpenLeads(tx, { patientId }));
  await advance(server.services, days(732));
  expect(await forget()).toBe(1);
  expect(await placesOf(server, [...said, p('hello')])).toEqual([]);
  const kept = await rows(
    'select treatment, status from leads.lead where id = $1',
    life.open.leadId,
  );
  expect(kept).toEqual([expect.objectContaining({ status: 'cancelled' })]);
});
