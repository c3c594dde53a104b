import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { system } from '#platform/base/actor';
import { publishLive, withTransaction } from '#engine';
import { streamsOf } from '#engine/testing';
import type { LeadFields, Specialty } from '#contracts/consultation';
import { approveLead, cancelLead, rejectLead } from '#modules/leads';
import { signedInPatient } from '../../modules/identity/testing';
import { somePatient, submitted } from '../../modules/leads/testing';
import { acceptDocument } from '../../modules/clinic-onboarding/reviews.server';
import { approveClinic, suspendClinicAndEndSessions } from '../../workflows/review-clinic';
import { signedInClinic, someReviewer, type ClinicState } from '../kit/clinics';
import { startTestServer, type TestServer } from '../kit/http';
import { listenAt, listenersAt, openStreams } from '../kit/listen';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterEach(async () => {
  for (const each of openStreams.splice(0)) each.abort();
  await expect.poll(() => listenersAt(server), { timeout: 5_000 }).toBe(0);
});
afterAll(() => server?.close());

const root = () => server.ctx(system('test'));
const word = 'exchange.listing-changed';

/** A clinic with an open dashboard; `heard` is what it was told of requests. */
async function clinicOf(
  specialties: Specialty[],
  city: string,
  { state = 'approved' as ClinicState } = {},
) {
  const clinic = await signedInClinic(server.ctx(), { state, details: { specialties, city } });
  const stream = await listenAt(server, clinic.token, undefined, { cookie: 'clinic' });
  expect(stream.answer.status).toBe(200);
  const heard = () =>
    stream
      .told()
      .filter(({ data }) => data!.type === word)
      .map(({ data }) => [data!.leadId, data!.change]);
  return { ...clinic, stream, heard };
}

async function held(fields: Partial<LeadFields>) {
  const patient = server.ctx(somePatient());
  const { _id: leadId } = await submitted(patient, fields);
  return { patient, leadId };
}

async function published(fields: Partial<LeadFields>) {
  const made = await held(fields);
  await approveLead(root(), { leadId: made.leadId });
  return made;
}

/** Everything that was said before has been heard when this has. */
async function settled(clinics: ReadonlyArray<Awaited<ReturnType<typeof clinicOf>>>) {
  for (const { clinicId, stream } of clinics) {
    const type = `test.settled-${stream.told().length}`;
    await withTransaction(server.ctx(), (tx) =>
      publishLive(tx, `clinic:${clinicId}`, { type, data: {} }),
    );
    await expect
      .poll(() => stream.told().some(({ data }) => data!.type === type), { timeout: 5_000 })
      .toBe(true);
  }
}

const hair = { treatment: 'hair', subTreatment: 'Beard Transplant', bodyArea: 'beard' } as const;

describe('open dashboards of clinics', () => {
  it('hear of requests that match, each once, and of no others', async () => {
    const here = await clinicOf(['Dental Treatment', 'Hair Transplant'], 'istanbul');
    const there = await clinicOf(['Dental Treatment'], 'Ankara');
    const village = await clinicOf(['Dental Treatment'], 'Bursa');
    const other = await clinicOf(['Cardiology'], 'Istanbul');
    const waiting = await clinicOf(['Dental Treatment'], 'Istanbul', { state: 'pending' });
    const patient = await listenAt(server, (await signedInPatient(server.ctx())).token);
    const all = [here, there, village, other, waiting];
    const local = await published({ locations: ['Istanbul'], description: 'canary' });
    const two = await published({ locations: ['Istanbul', 'Ankara'] });
    const anywhere = await published({ locations: [] });
    const beard = await published({ ...hair, locations: ['Istanbul'] });
    await held({ locations: ['Istanbul'] });
    await settled(all);
    const arrived = (...made: Array<{ leadId: string }>) =>
      made.map(({ leadId }) => [leadId, 'arrived']);
    expect(here.heard()).toEqual(expect.arrayContaining(arrived(local, two, anywhere, beard)));
    expect(here.heard()).toHaveLength(4);
    expect(there.heard().sort()).toEqual(arrived(two, anywhere).sort());
    expect(village.heard()).toEqual(arrived(anywhere));
    expect(other.heard()).toEqual([]);
    expect(waiting.heard()).toEqual([]);
    expect(patient.told()).toEqual([]);
    const said = here.stream.told().map(({ data }) => Object.keys(data!).sort().join());
    expect(new Set(said)).toEqual(new Set(['change,leadId,type', 'type']));
    expect(here.stream.raw.join('')).not.toContain('canary');
  });

  it('hear when a request goes, and nothing of one that never was in their lists', async () => {
    const here = await clinicOf(['Dental Treatment'], 'Istanbul');
    const there = await clinicOf(['Dental Treatment'], 'Ankara');
    const one = await published({ locations: ['Istanbul'] });
    await cancelLead(one.patient, { leadId: one.leadId, reason: 'canary' });
    const refused = await held({ locations: ['Istanbul'] });
    await rejectLead(server.ctx(someReviewer()), { leadId: refused.leadId, reason: 'No.' });
    const early = await held({ locations: ['Istanbul'] });
    await cancelLead(early.patient, { leadId: early.leadId, reason: null });
    await settled([here, there]);
    expect(here.heard()).toEqual([
      [one.leadId, 'arrived'],
      [one.leadId, 'gone'],
    ]);
    expect(there.heard()).toEqual([]);
    expect(here.stream.raw.join('')).not.toContain('canary');
  });

  it('take one row for a request, however many listen', async () => {
    await Promise.all(Array.from({ length: 6 }, () => clinicOf(['Dental Treatment'], 'Istanbul')));
    const { leadId } = await published({ locations: ['Istanbul'] });
    const { rowCount } = await server.services.database.pool.query(
      `select from live.event where type = $1 and data->>'leadId' = $2`,
      [word, leadId],
    );
    expect(rowCount).toBe(1);
  });

  it('follow a clinic that is approved, moves, and is suspended', async () => {
    const clinic = await clinicOf(['Dental Treatment'], 'Istanbul', { state: 'pending' });
    const { clinicId, documents, stream } = clinic;
    await published({ locations: ['Istanbul'] });
    await settled([clinic]);
    expect(clinic.heard()).toEqual([]);
    const reviewer = server.ctx(someReviewer());
    for (const documentId of documents) await acceptDocument(reviewer, { documentId });
    await approveClinic(reviewer, { clinicId });
    const changes = () =>
      stream.told().filter(({ data }) => data!.type === 'live.topics-changed').length;
    await expect.poll(changes, { timeout: 5_000 }).toBe(1);
    const first = await published({ locations: ['Istanbul'] });
    await expect
      .poll(() => clinic.heard(), { timeout: 5_000 })
      .toEqual([[first.leadId, 'arrived']]);
    await server.services.database.pool.query(
      `update clinic_onboarding.clinic set city = 'Ankara' where id = $1`,
      [clinicId],
    );
    // At once, whether it has been told yet or not.
    await published({ locations: ['Istanbul'] });
    const second = await published({ locations: ['Ankara'] });
    await expect.poll(changes, { timeout: 5_000 }).toBe(2);
    const third = await published({ locations: ['Ankara'] });
    await settled([clinic]);
    const ids = clinic.heard().map(([leadId]) => leadId);
    expect(ids.slice(0, 1)).toEqual([first.leadId]);
    expect(ids.at(-1)).toBe(third.leadId);
    expect([second.leadId, third.leadId]).toEqual(expect.arrayContaining(ids.slice(1)));
    await suspendClinicAndEndSessions(reviewer, { clinicId, reason: 'The license has expired.' });
    await stream.hasEnded();
    expect(streamsOf(server.services, `clinic:${clinicId}`)).toBe(0);
  });

  it('resume in all their topics, and begin anew in those that are others by then', async () => {
    const clinic = await clinicOf(['Dental Treatment'], 'Istanbul');
    const first = await published({ locations: ['Istanbul'] });
    await expect.poll(() => clinic.heard(), { timeout: 5_000 }).toHaveLength(1);
    const last = clinic.stream.told().at(-1)!.id!;
    clinic.stream.close();
    await expect.poll(() => streamsOf(server.services, `clinic:${clinic.clinicId}`)).toBe(0);
    const missed = [
      await published({ locations: ['Istanbul'] }),
      await published({ locations: [] }),
    ].map(({ leadId }) => leadId);
    const again = await listenAt(server, clinic.token, last, { cookie: 'clinic' });
    await again.has(2);
    expect(again.told().map(({ data }) => data!.leadId)).toEqual(expect.arrayContaining(missed));
    again.close();
    await server.services.database.pool.query(
      `update clinic_onboarding.clinic set city = 'Ankara' where id = $1`,
      [clinic.clinicId],
    );
    const moved = await listenAt(server, clinic.token, last, { cookie: 'clinic' });
    const next = await published({ locations: ['Ankara'] });
    await moved.has(1);
    expect(moved.told()[0]!.data).toMatchObject({ leadId: next.leadId });
    expect([first.leadId, ...missed]).not.toContain(next.leadId);
  });
});
