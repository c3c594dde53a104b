import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { withTransaction, publishLive } from '#engine';
import { signedInPatient, signedInStaff } from '../../modules/identity/testing';
import { rejectClinic, suspendClinicAndEndSessions } from '../../workflows/review-clinic';
import { signedInClinic, someReviewer, verifiedClinicPhone } from '../kit/clinics';
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

type Stream = Parameters<typeof listenAt> extends [unknown, ...infer Rest] ? Rest : never;
const listen = (...how: Stream) => listenAt(server, ...how);
const newPatient = () => signedInPatient(server.ctx());
const announceTo = (topic: string, n: number) =>
  withTransaction(server.ctx(), (tx) => publishLive(tx, topic, { type: 'test.said', data: { n } }));

describe('GET /api/events for clinics and staff', () => {
  it('tells a clinic what happens to its application, and nobody else', async () => {
    const [mine, other] = [
      await signedInClinic(server.ctx(), { state: 'documents' }),
      await signedInClinic(server.ctx(), { state: 'documents' }),
    ];
    const stream = await listen(mine.token, undefined, { cookie: 'clinic' });
    const theirs = await listen(other.token, undefined, { cookie: 'clinic' });
    const someone = await newPatient();
    const patient = await listen(someone.token);
    await rejectClinic(server.ctx(someReviewer()), { clinicId: mine.clinicId, reason: 'canary' });
    await stream.has(1);
    expect(stream.told()[0]!.data).toEqual({
      type: 'clinic-onboarding.application-changed',
      clinicId: mine.clinicId,
      status: 'rejected',
    });
    expect(theirs.told()).toEqual([]);
    expect(patient.told()).toEqual([]);
  });

  it('needs a full session of a clinic, whatever its state', async () => {
    const verified = await verifiedClinicPhone(server.ctx());
    expect((await listen(verified.token, undefined, { cookie: 'clinic' })).answer.status).toBe(403);
    for (const state of ['pending', 'rejected', 'suspended', 'approved'] as const) {
      const { token } = await signedInClinic(server.ctx(), { state });
      expect((await listen(token, undefined, { cookie: 'clinic' })).answer.status).toBe(200);
    }
  });

  it('ends for a clinic that is suspended', async () => {
    const { token, clinicId } = await signedInClinic(server.ctx());
    const stream = await listen(token, undefined, { cookie: 'clinic' });
    const reason = 'The license has expired.';
    await suspendClinicAndEndSessions(server.ctx(someReviewer()), { clinicId, reason });
    await stream.hasEnded();
  });

  it('tells staff what concerns all of them and what concerns one, and resumes in both', async () => {
    const [one, two] = [await signedInStaff(server.ctx()), await signedInStaff(server.ctx())];
    const topicOf = ({ id }: { id: string }) => `staff:${id}`;
    const first = await listen(one.token, undefined, { cookie: 'staff' });
    const other = await listen(two.token, undefined, { cookie: 'staff' });
    await announceTo(topicOf(one), 1);
    await announceTo('staff', 2);
    await first.has(2);
    await other.has(1);
    expect(other.told()[0]!.data).toMatchObject({ n: 2 });
    const last = first.told().at(-1)!.id!;
    first.close();
    await announceTo('staff', 3);
    await announceTo(topicOf(one), 4);
    const again = await listen(one.token, last, { cookie: 'staff' });
    await again.has(2);
    expect(again.told().map(({ data }) => data!.n)).toEqual([4, 3]);
  });

  it('listens as who is asked for where one browser is several people, patient first', async () => {
    const person = await newPatient();
    const clinic = await signedInClinic(server.ctx(), { state: 'documents' });
    const both = `${person.token}; clinic=${clinic.token}`;
    const asPatient = await listen(both);
    const asClinic = await listen(both, undefined, { path: '/api/events?as=clinic' });
    await announceTo(`patient:${person.ctx.actor.id}`, 1);
    await asPatient.has(1);
    await rejectClinic(server.ctx(someReviewer()), { clinicId: clinic.clinicId, reason: 'no' });
    await asClinic.has(1);
    expect(asPatient.told()).toHaveLength(1);
    const status = async (path: string) => (await listen(both, undefined, { path })).answer.status;
    expect(await status('/api/events?as=staff')).toBe(401);
    expect(await status('/api/events?as=admin')).toBe(422);
    expect(await status('/api/events?for=clinic')).toBe(422);
  });
});
