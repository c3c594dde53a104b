import { afterAll, beforeAll, expect, it } from 'vitest';
import { signedInPatient, type SignedInPatient } from '../../../modules/identity/testing';
import { submitted } from '../../../modules/leads/testing';
import { atConsole, type AdminClient, type AdminPerson } from '../../kit/admin-client';
import { auditOf } from '../../kit/audit';
import { startTestServer, type TestServer } from '../../kit/http';

let server: TestServer;
let reviewer: AdminPerson;
let client: AdminClient;
let patient: SignedInPatient;
let clean: string;
let held: string;
beforeAll(async () => {
  server = await startTestServer();
  reviewer = await atConsole(server, 'reviewer');
  client = reviewer.client;
  patient = await signedInPatient(server.ctx());
  const patientInfo = {
    ageBand: null,
    gender: null,
    medicalHistory: '',
    allergies: 'CANARY-penicillin',
  };
  clean = (await submitted(patient.ctx, { description: 'CANARY at night', patientInfo }))._id;
  const other = await signedInPatient(server.ctx());
  const description = 'Call me at +1 212 555 0123, CANARY.';
  held = (await submitted(other.ctx, { description, subTreatment: 'Teeth Whitening' }))._id;
});
afterAll(() => server?.close());

const idsOf = async (filter: object) =>
  (await client.list('leads', { filter })).rows.map(({ id }) => id);

it('finds requests by where they stand, what they are for and whose they are', async () => {
  expect(await idsOf({ queue: 'held' })).toEqual([held]);
  expect(await idsOf({ queue: 'screening' })).toEqual([clean]);
  expect(await idsOf({ finding: 'contact-data' })).toEqual([held]);
  expect(await idsOf({ finding: 'link' })).toEqual([]);
  expect((await idsOf({ treatment: 'dental', status: 'pending' })).length).toBe(2);
  expect(await idsOf({ status: ['reviewed', 'completed'] })).toEqual([]);
  expect(await idsOf({ patientId: patient.ctx.actor.id })).toEqual([clean]);
  expect(await idsOf({ q: clean })).toEqual([clean]);
  expect(await idsOf({ q: 'whiten' })).toEqual([held]);
});

it('keeps what patients wrote out of the list and out of its search', async () => {
  expect(JSON.stringify((await client.list('leads')).body)).not.toContain('CANARY');
  expect(await idsOf({ q: 'CANARY' })).toEqual([]);
});

it('shows the notes while a request is screened, and logs it', async () => {
  const before = (await auditOf(server, 'leads.notes-read')).length;
  const one = await client.get(`/leads/${clean}`);
  expect(one.body).toMatchObject({
    description: 'CANARY at night',
    patientInfo: { allergies: 'CANARY-penicillin' },
    photos: [],
    allowedEvents: ['approve', 'reject', 'send-back'],
  });
  const [entry, ...more] = (await auditOf(server, 'leads.notes-read')).slice(before);
  expect(entry).toMatchObject({
    actor: `staff:${reviewer.id}`,
    object_id: clean,
    facts: { status: 'pending' },
    reason: null,
  });
  expect(more).toEqual([]);
});

it('answers nothing when the log cannot be written', async () => {
  const { pool } = server.services.database;
  await pool.query(
    `create function pg_temp_refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$`,
  );
  await pool.query(
    'create trigger refuse before insert on platform.audit_entry for each row execute function pg_temp_refuse()',
  );
  try {
    const one = await client.get(`/leads/${clean}`);
    expect(one.status).toBe(500);
    expect(JSON.stringify(one.body)).not.toContain('CANARY');
    const reason = { reason: 'for the sake of it' };
    expect((await client.send('leads', clean, 'read-notes', reason)).status).toBe(500);
    expect((await client.send('leads', clean, 'approve')).status).toBe(500);
  } finally {
    await pool.query('drop trigger refuse on platform.audit_entry');
  }
  expect(await idsOf({ queue: 'screening' })).toEqual([clean]);
});

it('publishes once, also when fifty ask at once', async () => {
  const all = await Promise.all(
    Array.from({ length: 50 }, () => client.send('leads', clean, 'approve')),
  );
  const counts = [200, 409].map((status) => all.filter((each) => each.status === status).length);
  expect(counts).toEqual([1, 49]);
  const won = all.find(({ status }) => status === 200)!;
  expect(won.body.data?.record).toMatchObject({
    status: 'reviewed',
    allowedEvents: ['read-notes'],
  });
  expect(JSON.stringify(won.body)).not.toContain('CANARY');
  await expect(server).toBeAudited('leads.approve', {}, { times: 1 });
}, 30_000);

it('breaks the glass for a typed reason only, flags it, and keeps the reason beside the log', async () => {
  const plain = await client.get(`/leads/${clean}`);
  expect(plain.body).toMatchObject({ description: null, patientInfo: null, photos: null });
  for (const reason of ['', 'too short', ' '.repeat(20), 'x'.repeat(501), undefined])
    expect((await client.send('leads', clean, 'read-notes', { reason })).status).toBe(422);
  const before = (await auditOf(server, 'leads.notes-read')).length;
  const reason = 'The patient asked us on the phone.';
  const read = await client.send('leads', clean, 'read-notes', { reason });
  expect(read.body.data?.record).toMatchObject({ description: 'CANARY at night', photos: [] });
  const entries = (await auditOf(server, 'leads.notes-read')).slice(before);
  expect(entries).toMatchObject([{ facts: { breakGlass: true, status: 'reviewed' }, reason }]);
  expect(JSON.stringify(entries[0]!.facts)).not.toContain('phone');
  const report = await client.list('audit', { filter: { breakGlass: true } });
  expect(report.total).toBe(1);
  expect(report.rows[0]).toMatchObject({ reason: null, ip: null });
  const admin = (await atConsole(server, 'admin')).client;
  const full = await admin.list('audit', { filter: { breakGlass: true } });
  expect(full.rows[0]).toMatchObject({ reason, ip: '127.0.0.1', objectId: clean });
});

it('refuses with a reason that the patient reads', async () => {
  expect((await client.send('leads', held, 'reject', {})).status).toBe(422);
  const reason = 'Please leave out your number.';
  const answer = await client.send('leads', held, 'reject', { reason });
  expect(answer.body.data?.record).toMatchObject({
    status: 'cancelled',
    cancelledBy: 'team',
    cancelReason: reason,
    allowedEvents: ['read-notes'],
  });
  expect((await client.send('leads', held, 'approve')).status).toBe(409);
});
