import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { resources } from '#app/admin-api/resources/index.server';
import { confirmTreatment, writeReview } from '#modules/deals';
import { answerOutcome } from '#modules/outcomes';
import { addCanned } from '#modules/support';
import { newId } from '#platform/base/ids';
import { signedInPatient } from '../../../modules/identity/testing';
import { submitted } from '../../../modules/leads/testing';
import { openedTicket } from '../../../modules/support/testing';
import { atConsole, type AdminClient } from '../../kit/admin-client';
import { askedOutcome, content as answerTo } from '../../../modules/outcomes/testing';
import { askForMaskingReview, complainOf } from '../../../workflows/conversations/talk';
import { found, write } from '../../../workflows/conversations/testing';
import { publishedLead, sentOffer } from '../../../workflows/offers/testing';
import { signedInClinic, someReviewer, type SignedInClinic } from '../../kit/clinics';
import { startTestServer, type TestServer } from '../../kit/http';
import { forgetLimits } from '../../kit/identity';
import { careAt } from '../fuzz/deals';
import { acceptShownOffer } from '../../../workflows/offers/offers';
import { someDay } from '../../../modules/deals/testing';

let server: TestServer;
let admin: AdminClient;
beforeAll(async () => {
  server = await startTestServer();
  await forgetLimits(server);
  admin = (await atConsole(server, 'admin')).client;
  let offering: SignedInClinic | undefined;
  for (let n = 0; n < 3; n += 1) {
    const patient = await signedInPatient(server.ctx());
    await submitted(patient.ctx);
    await openedTicket(patient.ctx);
    const answer = { name: `Answer ${n}`, texts: { en: 'We are glad to help.' } };
    await addCanned(server.ctx(someReviewer()), answer);
    // All three have one number, which is found once the first is approved.
    const clinic = await signedInClinic(server.ctx(), {
      state: n === 0 ? 'approved' : 'pending',
      details: { licenseNumber: 'TR-70001' },
    });
    if (n === 0) offering = clinic;
  }
  for (let n = 0; n < 3; n += 1) {
    const { ctx } = await signedInPatient(server.ctx());
    const { leadId, patient } = await publishedLead(server, {}, ctx);
    const offerId = await sentOffer(offering!.ctx, leadId);
    await complainOf(await found(patient, offerId), { reason: 'Please look.' });
    const messageId = await write(patient, offerId, 'Call 0532 123 45 67 today');
    await askForMaskingReview(await found(patient, offerId), { messageId });
    await acceptShownOffer(patient, { offerId });
    const who = { leadId, patientId: patient.actor.id, clinicId: offering!.clinicId };
    await askedOutcome(server.ctx(), { offerId, ...who, patient, moment: 'half-year' });
    await answerOutcome(patient, { offerId, ...answerTo('half-year') });
    for (const side of [patient, offering!.ctx])
      await confirmTreatment(side, {
        offerId,
        finalAmountCents: 250_000,
        reason: null,
        treatedOn: await someDay(patient),
      });
    await writeReview(patient, { offerId, stars: 4, text: 'Calm and on time.' });
    await careAt(server, { patient, offerId, call: 'aftercare/{day}/reply' });
  }
  const { pool } = server.services.database;
  for (let n = 0; n < 3; n += 1) {
    await pool.query(
      `insert into flow.alert (at, job, job_id, reason) values (platform.now(), 'x.y', $1, 'Error')`,
      [newId()],
    );
    await pool.query(
      `insert into notifications.notification
         (id, key, kind, channel, recipient_type, recipient_id, status, created_at)
       values ($1, $2, 'clinic-onboarding.approved', 'email', 'clinic', $1, 'failed', platform.now())`,
      [newId(), `k${n}`],
    );
  }
});
afterAll(() => server?.close());

/** A list of up to two pages, whole. */
async function wholeList(name: string, query: Parameters<AdminClient['list']>[1] = {}) {
  const first = await admin.list(name, { ...query, range: [0, 99] });
  if (first.total! <= 100) return first;
  const second = await admin.list(name, { ...query, range: [100, 199] });
  return { ...first, rows: [...first.rows, ...second.rows] };
}

const names = Object.keys(resources) as Array<keyof typeof resources>;

describe.each(names)('the list of %s', (name) => {
  const { list } = resources[name].resource;

  it('turns pages under the name of the resource', async () => {
    const all = await wholeList(name);
    expect(all.status).toBe(200);
    const { total } = all;
    const last = Math.min(all.rows.length, 100) - 1;
    expect(all.headers.get('Content-Range')).toBe(`${name} 0-${last}/${total}`);
    expect(total).toBe(all.rows.length);
    if (name !== 'staff') expect(total).toBeGreaterThan(2);
    const second = await admin.list(name, { range: [1, 1] });
    expect(second.rows).toEqual(all.rows.slice(1, 2));
    if (total! > 1) expect(second.headers.get('Content-Range')).toBe(`${name} 1-1/${total}`);
    const beyond = await admin.list(name, { range: [500, 524] });
    expect(beyond.rows).toEqual([]);
    expect(beyond.headers.get('Content-Range')).toBe(`${name} */${total}`);
  });

  it('may be a moment old, but neither by ids nor where it says what holds', async () => {
    const { readDb } = server.services.database;
    const spies = (['select', 'execute'] as const).map((way) => vi.spyOn(readDb, way));
    const asked = async (query: Parameters<AdminClient['list']>[1]) => {
      spies.forEach((spy) => spy.mockClear());
      expect((await admin.list(name, query)).status).toBe(200);
      return spies.some((spy) => spy.mock.calls.length > 0);
    };
    try {
      // Events are read from the code.
      const isCurrent = ['settings', 'staff', 'events'].includes(name);
      expect(await asked({})).toBe(!isCurrent);
      expect(await asked({ filter: { id: [newId()] } })).toBe(false);
    } finally {
      spies.forEach((spy) => spy.mockRestore());
    }
  });

  it('sorts by every column of its list, either way, and by no other', async () => {
    for (const field of list.sort) {
      const up = await wholeList(name, { sort: [field, 'ASC'] });
      const down = await wholeList(name, { sort: [field, 'DESC'] });
      expect([up.status, down.status], field).toEqual([200, 200]);
      const ids = (rows: typeof up.rows) => rows.map(({ id }) => id);
      if (name !== 'audit') expect(ids(up.rows).sort(), field).toEqual(ids(down.rows).sort());
    }
    for (const field of ['', 'phone', 'password_hash', 'id; drop table x', 'constructor']) {
      const answer = await admin.list(name, { sort: [field, 'ASC'] });
      expect([answer.status, answer.body.code], field).toEqual([422, 'validation_failed']);
      expect(answer.body.errors).toHaveProperty(['sort.0']);
    }
    expect((await admin.list(name, { sort: [list.sort[0], 'asc'] })).status).toBe(422);
  });

  it('gives many by their ids; ids that cannot be match nothing', async () => {
    const { rows } = await admin.list(name, { range: [0, 1] });
    const wanted = rows.map(({ id }) => id);
    const many = await admin.list(name, {
      filter: { id: [...wanted, newId(), 'x', "'--", -1, 9e15, '\u0000'] },
    });
    expect(many.rows.map(({ id }) => id).sort()).toEqual([...wanted].sort());
    expect((await admin.list(name, { filter: { id: ['nope'] } })).total).toBe(0);
    expect((await admin.list(name, { filter: { id: [] } })).total).toBe(0);
  });

  it('gives one by its id, and nothing for an id that is not there', async () => {
    const { rows } = await admin.list(name, { range: [0, 0] });
    const one = await admin.get(`/${name}/${rows[0]!.id}`);
    expect(one.body).toMatchObject({ id: rows[0]!.id });
    for (const id of [newId(), 'nope', "'--", '999999999999999', '%00', '1e9'])
      expect((await admin.get(`/${name}/${id}`)).status, id).toBeOneOf([404, 422]);
  });

  it('takes words, and refuses filters that it does not have', async () => {
    for (const q of ['%', '________', "'", '\\', 'zzzz'])
      expect((await admin.list(name, { filter: { q } })).total, q).toBe(0);
    expect((await admin.list(name, { filter: { q: '  ' } })).total).toBeGreaterThan(0);
    for (const filter of [{ password: 'x' }, { 'id; drop': 1 }, { constructor: 1 }, [], 'x', 7])
      expect((await admin.list(name, { filter })).status, JSON.stringify(filter)).toBe(422);
  });

  it('sorts by id like the client does unasked, and answers a hundred of a wider range', async () => {
    const wide = await admin.list(name, { sort: ['id', 'ASC'], range: [0, 999] });
    expect(wide.status).toBe(200);
    const { total } = wide;
    expect(wide.rows).toHaveLength(Math.min(total!, 100));
    const back = await wholeList(name, { sort: ['id', 'DESC'] });
    const upwards = back.rows.map(({ id }) => id).reverse();
    if (name !== 'audit') expect(upwards.slice(0, 100)).toEqual(wide.rows.map(({ id }) => id));
  });

  it('refuses ranges that are none', async () => {
    for (const range of [[-1, 5], [5, 1], [0], [0, 1, 2], ['0', '1'], [0.5, 1], [0, 1e30], {}])
      expect((await admin.list(name, { range })).status, JSON.stringify(range)).toBe(422);
    for (const query of ['filter={', 'range=0-24', 'sort=id', 'filter=', 'page=1', 'export=1'])
      expect((await admin.get(`/${name}?${query}`)).status, query).toBe(422);
  });

  it('knows no other method and no other event', async () => {
    const request = (method: string, path: string) =>
      server.request(`/api/admin/${name}${path}`, { method, headers: { Cookie: admin.cookie } });
    // Staff accounts and kept answers alone are made through the console.
    const made = name === 'staff' || name === 'answers';
    for (const method of [...(made ? [] : ['POST']), 'PUT', 'DELETE', 'PATCH'])
      expect((await request(method, '')).status, method).toBe(405);
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH'])
      expect((await request(method, `/${newId()}`)).status, method).toBe(405);
    expect((await admin.send(name, newId(), 'no-such-event')).status).toBe(404);
    expect((await admin.send(name, newId(), 'constructor')).status).toBe(404);
  });
});

describe('a list that has more rows than are counted', () => {
  const failed = { filter: { status: 'failed', kind: 'capped.kind' } };
  beforeAll(() => addFailed(500));

  it('counts as far as the cap, says then that there are more, and ends there', async () => {
    const all = await admin.list('notifications', failed);
    expect(all.headers.get('Content-Range')).toBe('notifications 0-24/500');
    await addFailed(1);
    const more = await admin.list('notifications', failed);
    expect(more.headers.get('Content-Range')).toBe('notifications 0-24/*');
    expect(more.rows).toHaveLength(25);
    const last = await admin.list('notifications', { ...failed, range: [475, 499] });
    expect(last.headers.get('Content-Range')).toBe('notifications 475-499/*');
    const beyond = await admin.list('notifications', { ...failed, range: [501, 525] });
    expect([beyond.status, beyond.body.code]).toEqual([422, 'validation_failed']);
    expect(beyond.body.errors).toEqual({
      range: ['The list goes no further. Filter it to see the others.'],
    });
  });

  it('merges the rows of several values in their order', async () => {
    const both = { filter: { status: ['failed', 'queued'] }, sort: ['createdAt', 'DESC'] };
    const { rows } = await admin.list('notifications', { ...both, range: [0, 99] });
    const times = rows.map(({ createdAt }) => createdAt as string);
    expect(times).toEqual([...times].sort().reverse());
    const half = await admin.list('notifications', { ...both, range: [50, 99] });
    expect(half.rows).toEqual(rows.slice(50));
  });

  it('is a queue of more than are counted, on the first page', async () => {
    const { body } = await admin.get('/home');
    const queues = body.queues as Array<{ id: string; waiting: number | null }>;
    expect(queues.find(({ id }) => id === 'notifications')?.waiting).toBeNull();
  });
});

const addFailed = (n: number) =>
  server.services.database.pool.query(
    `insert into notifications.notification
       (id, key, kind, channel, recipient_type, recipient_id, status, created_at)
     select gen_random_uuid(), gen_random_uuid()::text, 'capped.kind', 'email', 'clinic', gen_random_uuid(), 'failed',
       platform.now() - i * interval '1 second' from generate_series(1, $1) i`,
    [n],
  );

it.each(['ticket', 'session', '__proto__', 'constructor'])(
  '%s is no resource yet',
  async (name) => {
    const answer = await admin.list(name);
    expect([answer.status, answer.body.code]).toEqual([404, 'not_found']);
    expect((await admin.get(`/${name}/${newId()}`)).status).toBe(404);
  },
);

it('the list of staff is for admins; a reviewer learns names by ids alone', async () => {
  const reviewer = (await atConsole(server, 'reviewer')).client;
  expect((await reviewer.list('staff')).status).toBe(403);
  const { rows } = await admin.list('staff');
  const { id } = rows[0] as { id: string };
  const named = await reviewer.list('staff', { filter: { id: [id] } });
  expect([named.status, named.rows.length]).toEqual([200, 1]);
  expect(named.rows[0]).toMatchObject({ id, email: null });
});
