import { afterAll, beforeAll, expect, it } from 'vitest';
import { specialtySchema } from '#contracts/consultation';
import { advance } from '../../kit/clock';
import { hours } from '#platform/base/duration';
import { atConsole, type AdminClient, type AdminPerson } from '../../kit/admin-client';
import { auditOf } from '../../kit/audit';
import { signedInClinic, type SignedInClinic } from '../../kit/clinics';
import { startTestServer, type TestServer } from '../../kit/http';
import { resubmitApplication } from '../../../workflows/review-clinic';
import { forgetLimits } from '../../kit/identity';

let server: TestServer;
let reviewer: AdminPerson;
let client: AdminClient;
let istanbul: SignedInClinic;
let ankara: SignedInClinic;
beforeAll(async () => {
  server = await startTestServer();
  await forgetLimits(server);
  reviewer = await atConsole(server, 'reviewer');
  client = reviewer.client;
  istanbul = await signedInClinic(server.ctx(), { state: 'pending' });
  ankara = await signedInClinic(server.ctx(), {
    state: 'approved',
    details: {
      clinicName: 'Kale 100% Hair',
      city: 'Ankara',
      licenseNumber: 'AN-777',
      specialties: [specialtySchema.parse('Hair Transplant')],
    },
  });
});
afterAll(() => server?.close());

const idsOf = async (filter: object) =>
  (await client.list('clinics', { filter })).rows.map(({ id }) => id);

it('finds clinics by what they are', async () => {
  expect(await idsOf({ status: 'approved' })).toEqual([ankara.clinicId]);
  expect(await idsOf({ status: ['approved', 'rejected'] })).toEqual([ankara.clinicId]);
  expect(await idsOf({ stage: 'review' })).toEqual([istanbul.clinicId]);
  expect(await idsOf({ specialty: 'Hair Transplant' })).toEqual([ankara.clinicId]);
  expect(await idsOf({ city: 'ankara' })).toEqual([ankara.clinicId]);
  expect(await idsOf({ status: 'gone' })).toEqual([]);
});

it('finds clinics by name, doctor, licence number and phone', async () => {
  const local = ankara.phone.slice(2);
  const spaced = `${local.slice(0, 3)} ${local.slice(3, 6)}-${local.slice(6)}`;
  for (const q of ['kale', '100%', 'an-777', ankara.phone, local, spaced])
    expect(await idsOf({ q }), q).toEqual([ankara.clinicId]);
  expect((await idsOf({ q: 'Dr. Ada' })).length).toBe(2);
  expect(await idsOf({ q: '1 Example Street' })).toEqual([]);
});

it('shows the list without what reaches a person, and one clinic with it, which is logged', async () => {
  const { rows } = await client.list('clinics');
  expect(JSON.stringify(rows)).not.toContain(istanbul.phone);
  expect(JSON.stringify(rows)).not.toContain('clinic@example.com');
  const before = await auditOf(server, 'clinic-onboarding.application-read');
  const one = await client.get(`/clinics/${istanbul.clinicId}`);
  expect(one.body).toMatchObject({
    phoneNumber: istanbul.phone,
    email: 'clinic@example.com',
    unaccepted: ['medical-license', 'clinic-registration', 'professional-id', 'clinic-photos'],
    allowedEvents: ['reject', 'note'],
  });
  const read = (await auditOf(server, 'clinic-onboarding.application-read')).slice(before.length);
  expect(read).toMatchObject([
    { actor: `staff:${reviewer.id}`, object_id: istanbul.clinicId, facts: { status: 'pending' } },
  ]);
});

it('lists the documents of one clinic with what may be decided about each', async () => {
  const documents = await client.list('documents', { filter: { clinicId: istanbul.clinicId } });
  expect(documents.rows.map(({ id }) => id)).toEqual(istanbul.documents);
  expect(documents.rows[0]).toMatchObject({
    kind: 'medical-license',
    review: 'waiting',
    allowedEvents: ['accept', 'ask-again', 'reject'],
  });
  const decided = await client.list('documents', { filter: { clinicId: ankara.clinicId } });
  const still = new Set(decided.rows.flatMap((row) => row.allowedEvents as string[]));
  expect([...still]).toEqual(['ask-again', 'reject', 'set-end-date']);
  const kinds = { filter: { clinicId: istanbul.clinicId, kind: ['insurance', 'clinic-photos'] } };
  expect((await client.list('documents', kinds)).total).toBe(1);
  for (const filter of [{ clinicId: 'x' }, { review: 'rejected' }, { removed: true }])
    expect((await client.list('documents', { filter })).total, JSON.stringify(filter)).toBe(0);
});

it('refuses what is not possible now and leaves everything as it was', async () => {
  const before = (await client.get(`/clinics/${istanbul.clinicId}`)).body;
  for (const [event, body] of [
    ['approve', {}],
    ['suspend', { reason: 'x' }],
    ['reinstate', {}],
  ] as const) {
    const answer = await client.send('clinics', istanbul.clinicId, event, body);
    expect([answer.status, answer.body.code], event).toEqual([409, 'event_refused']);
    // What is missing is said, in place of that it is too late.
    if (event === 'approve') expect(answer.body.message).toMatch(/^Not yet: \d required kinds/);
  }
  for (const body of [{}, { reason: '' }, { reason: ' ' }, { reason: 'x', more: 1 }, { reason: 7 }])
    expect((await client.send('clinics', istanbul.clinicId, 'reject', body)).status).toBe(422);
  expect((await client.get(`/clinics/${istanbul.clinicId}`)).body).toEqual(before);
  await expect(server).toBeAudited('clinic-onboarding.approve', {}, { times: 1 });
});

it('is reviewed document by document; of fifty approvals at once one counts', async () => {
  const [first, ...others] = istanbul.documents;
  const asked = await client.send('documents', first!, 'ask-again', { note: 'It is cut off.' });
  expect(asked.body.data?.record).toMatchObject({ review: 'asked-again', note: 'It is cut off.' });
  expect(asked.body.data?.record.reviewedBy).toBe(reviewer.id);
  for (const id of [first!, ...others])
    expect((await client.send('documents', id, 'accept')).status).toBe(200);
  expect((await client.send('documents', first!, 'accept')).status).toBe(409);
  const ready = await client.get(`/clinics/${istanbul.clinicId}`);
  expect(ready.body).toMatchObject({
    unaccepted: [],
    allowedEvents: ['approve', 'reject', 'note'],
  });
  const other = (await atConsole(server, 'reviewer')).client;
  const all = await Promise.all(
    Array.from({ length: 50 }, (_, n) =>
      (n % 2 ? client : other).send('clinics', istanbul.clinicId, 'approve'),
    ),
  );
  const won = all.filter(({ status }) => status === 200);
  expect(won).toHaveLength(1);
  expect(won[0]!.body).toMatchObject({
    success: true,
    data: { record: { status: 'approved', stage: null, allowedEvents: ['suspend', 'note'] } },
  });
  const lost = all.filter(({ status }) => status === 409);
  expect(lost).toHaveLength(49);
  expect(new Set(lost.map(({ body }) => body.code))).toEqual(new Set(['event_refused']));
  const approved = { objectId: istanbul.clinicId };
  await expect(server).toBeAudited('clinic-onboarding.approve', approved, { times: 1 });
}, 30_000);

it('suspends, shuts the clinic out at once, and lets it back in', async () => {
  const ask = () =>
    server.request('/api/clinic/leads', { headers: { Cookie: `clinic=${ankara.token}` } });
  expect((await ask()).status).toBe(200);
  const body = { reason: 'Complaints' };
  const suspended = await client.send('clinics', ankara.clinicId, 'suspend', body);
  expect(suspended.body.data?.record).toMatchObject({ status: 'suspended', reason: 'Complaints' });
  expect((await ask()).status).toBe(401);
  const back = await client.send('clinics', ankara.clinicId, 'reinstate');
  expect(back.body.data?.record).toMatchObject({ status: 'approved' });
});

it('tells what was typed for the clinic to read, also when it was handed in again', async () => {
  const clinic = await signedInClinic(server.ctx(), { state: 'pending' });
  const id = clinic.clinicId;
  const note = 'The second page is missing.';
  await client.send('documents', clinic.documents[0]!, 'ask-again', { note });
  await client.send('clinics', id, 'reject', { reason: 'The license has run out.' });
  await resubmitApplication(clinic.ctx);
  const { body } = await client.get(`/clinics/${id}`);
  const typed = (body.history as Array<{ kind: string; facts: Record<string, string> }>).map(
    ({ kind, facts }) => [kind, facts.reason ?? facts.note ?? ''],
  );
  expect(typed).toContainEqual(['document-asked-again', note]);
  expect(typed).toContainEqual(['rejected', 'The license has run out.']);
  expect(typed).toContainEqual(['resubmitted', '']);
  await client.send('clinics', id, 'reject', { reason: 'Enough.' });
});

it('keeps notes among staff', async () => {
  const noted = await client.send('clinics', ankara.clinicId, 'note', { text: 'Called them.' });
  expect(noted.body.data?.record.notes).toMatchObject([
    { staffId: reviewer.id, text: 'Called them.' },
  ]);
  expect((await client.send('clinics', ankara.clinicId, 'note', { text: '' })).status).toBe(422);
});

it('tells the late from those in time', async () => {
  const late = await signedInClinic(server.ctx(), { state: 'pending' });
  expect(await idsOf({ late: true })).toEqual([]);
  await advance(server.services, hours(24 * 14));
  const again = await atConsole(server, 'reviewer');
  const found = await again.client.list('clinics', { filter: { late: true } });
  expect(found.rows.map(({ id }) => id)).toEqual([late.clinicId]);
  const home = await again.client.get('/home');
  expect(home.body.queues).toMatchObject([
    {
      id: 'clinics',
      waiting: 1,
      late: 1,
      next: [{ id: late.clinicId, dueAt: expect.any(String) }],
    },
    { id: 'twins' },
    { id: 'leads' },
    { id: 'check-ins' },
    { id: 'deals' },
    { id: 'reviews' },
    { id: 'later-reviews' },
    { id: 'conversations' },
    { id: 'masking-reviews' },
    { id: 'tickets' },
    { id: 'notifications' },
    { id: 'jobs' },
  ]);
});
