import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cancelDealAsStaff } from '#modules/deals';
import { minutes } from '#platform/base/duration';
import { syncQueues } from '#engine/operations';
import { runJobs } from '#engine/testing';
import { jpegPhoto } from '../../modules/consultation/testing';
import { signedInPatient } from '../../modules/identity/testing';
import { sentOffer } from '../../workflows/offers/testing';
import { registry } from '../../workflows/registry';
import { placesOf } from '../kit/canary-scan';
import { advance } from '../kit/clock';
import { signedInClinic, someReviewer } from '../kit/clinics';
import { canaryOf, fullLife, typedByPatient, type FullLife } from '../kit/full-life';
import { startTestServer, type TestServer } from '../kit/http';
import { callAs as callFor, contentsOf, passLeaving, proveSession } from '../kit/leaving';
import { acceptShownOffer } from '../../workflows/offers/offers';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await syncQueues(server.services.database, registry);
});
afterAll(() => server?.close());

const pass = (minutesLong: number) => passLeaving(server, minutesLong);
const callAs = (role: 'patient' | 'clinic', token: string) => callFor(server, role, token);
const prove = (token: string) => proveSession(server, token);

const rows = async (query: string, values: unknown[] = []) =>
  (await server.services.database.pool.query(query, values)).rows as Array<Record<string, unknown>>;

async function storedKeys(): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of server.services.ports.storage.list('')) keys.push(key);
  return keys;
}

describe('a patient who leaves', () => {
  let life: FullLife;
  const [p, c] = [canaryOf('pat'), canaryOf('cli')];
  beforeAll(async () => {
    life = await fullLife(server, { patient: 'pat', clinic: 'cli' });
    await fullLife(server, { patient: 'oth', clinic: 'oco' });
  }, 120_000);

  it('takes along all that is theirs, and nothing of the clinic that it does not show', async () => {
    const call = callAs('patient', life.open.patient.token);
    await advance(server.services, minutes(11));
    expect((await call('POST', '/account/export')).status).toBe(401);
    await prove(life.open.patient.token);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => call('POST', '/account/export')),
    );
    const ids = new Set<string>();
    for (const answer of answers) {
      expect(answer.status).toBe(202);
      const { data } = (await answer.json()) as { data: { export: { _id: string } } };
      ids.add(data.export._id);
    }
    expect(ids.size).toBe(1);
    const [id] = ids;
    expect((await call('GET', `/account/export/${id}`)).status).toBe(202);
    await pass(0);
    const stranger = await signedInPatient(server.ctx());
    expect((await callAs('patient', stranger.token)('GET', `/account/export/${id}`)).status).toBe(
      404,
    );
    const taken = await Promise.all(
      Array.from({ length: 50 }, () => call('GET', `/account/export/${id}`)),
    );
    expect(
      taken
        .map(({ status }) => status)
        .sort()
        .slice(0, 2),
    ).toEqual([200, 410]);
    const zip = Buffer.from(await taken.find(({ status }) => status === 200)!.arrayBuffer());
    const files = await contentsOf(zip);
    const all = [...files.values()].join('\n');
    for (const word of [
      'First',
      'Last',
      'mail',
      'notes',
      'history',
      'allergies',
      'question',
      'typed',
      'complaint',
      'time',
      'price',
      'review',
      'report',
      'hello',
      'file',
    ])
      expect(all, word).toContain(p(word));
    expect(
      [...files.keys()].filter((name) => name.startsWith('consultation/photos/')),
    ).toHaveLength(2);
    expect([...files.keys()].some((name) => name.startsWith('attachments/files/'))).toBe(true);
    // What the product shows of the clinic, and no more of it or of anybody else.
    expect(all).toContain(c('offer'));
    for (const secret of [
      life.clinic.phone,
      c('about'),
      'othFirst',
      'ocoabout',
      p('why'),
      'staff:',
    ])
      expect(all, secret).not.toContain(secret);
    await pass(61);
    expect(await rows(`select * from leaving.archive where status <> 'gone'`)).toEqual([]);
    await prove(life.open.patient.token);
    expect((await call('GET', `/account/export/${id}`)).status).toBe(410);
  });

  it('is gone everywhere, once, however often it is asked; the clinic keeps its offer, dates and price', async () => {
    const call = callAs('patient', life.open.patient.token);
    await advance(server.services, minutes(11));
    expect((await call('POST', '/account/delete', { confirm: 'DELETE' })).status).toBe(401);
    await prove(life.open.patient.token);
    expect((await call('POST', '/account/delete', { confirm: 'delete' })).status).toBe(422);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => call('POST', '/account/delete', { confirm: 'DELETE' })),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => ![200, 401, 409].includes(status))).toEqual([]);
    expect((await call('GET', '/leads/me')).status).toBe(401);
    await pass(2);
    expect(await rows(`select status from leaving.erasure`)).toEqual([{ status: 'watching' }]);
    const words = [...typedByPatient.map(p), life.open.patient.phone];
    expect(await placesOf(server, words)).toEqual([]);
    await pass(241);
    const id = life.open.patient.ctx.actor.id;
    expect(await rows(`select person_id, status from leaving.erasure`)).toEqual([
      { person_id: id, status: 'erased' },
    ]);
    expect(await placesOf(server, words)).toEqual([]);
    expect(await rows(`select id from consultation.photo where owner_id = $1`, [id])).toEqual([]);
    // The clinic's own: what it offered, when, for how much, and that it was treated.
    const kept = await rows(
      `select d.status, d.sealed_cents, o.status as offer, v.stars, v.text
       from deals.deal d join offers.offer o on o.id = d.offer_id join deals.review v on v.deal_id = d.id
       where d.offer_id = $1`,
      [life.acceptedOfferId],
    );
    expect(kept).toEqual([
      { status: 'reviewed', sealed_cents: 250_000, offer: 'accepted', stars: 4, text: '' },
    ]);
    const told = { readerId: life.clinic.clinicId };
    await expect(server).toHaveNotified('leaving.request-erased', told, { only: 2 });
    // Nobody else has lost anything.
    const others = canaryOf('oth');
    for (const word of ['notes', 'question', 'review', 'time', 'price', 'First'])
      expect((await placesOf(server, [others(word)])).length, word).toBeGreaterThan(0);
  });

  it('is new to us with the same number', async () => {
    const again = await signedInPatient(server.ctx(), { phone: life.open.patient.phone });
    expect(again.ctx.actor.id).not.toBe(life.open.patient.ctx.actor.id);
    const mine = await callAs('patient', again.token)('GET', '/leads/me');
    expect(((await mine.json()) as { data: { leads: unknown[] } }).data.leads).toEqual([]);
  });
});

describe('a clinic that leaves', () => {
  it('cannot while a treatment lies ahead, and then takes all of its own with it', async () => {
    const [p, c] = [canaryOf('qat'), canaryOf('dli')];
    const life = await fullLife(server, { patient: 'qat', clinic: 'dli' });
    const call = callAs('clinic', life.clinic.token);
    await acceptShownOffer(life.open.patient.ctx, { offerId: life.openOfferId });
    await prove(life.clinic.token);
    const refused = await call('POST', '/account/delete', { confirm: 'DELETE' });
    expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([
      409,
      'treatments_ahead',
    ]);
    expect((await call('GET', '/auth/status/me')).status).toBe(200);
    await cancelDealAsStaff(server.ctx(someReviewer('admin')), {
      ...{ offerId: life.openOfferId, code: 'clinic-unable', reason: 'Another clinic.' },
    });
    expect((await call('POST', '/account/export')).status).toBe(202);
    await pass(0);
    const [archive] = await rows(`select id from leaving.archive where status = 'ready'`);
    const zip = await call('GET', `/account/export/${String(archive!.id)}`);
    const all = [...(await contentsOf(Buffer.from(await zip.arrayBuffer()))).values()].join('\n');
    for (const word of ['name', 'doctor', 'about', 'offer', 'answer', 'thanks'])
      expect(all, word).toContain(c(word));
    for (const word of ['Last', 'mail', 'notes', 'history', 'typed', 'complaint', 'report'])
      expect(all, word).not.toContain(p(word));
    expect((await call('POST', '/account/delete', { confirm: 'DELETE' })).status).toBe(200);
    expect((await call('GET', '/auth/status/me')).status).toBe(401);
    await pass(2);
    await pass(241);
    // What a patient accepted stays as it was sealed.
    const words = ['name', 'doctor', 'about', 'answer', 'price', 'thanks'];
    const left = await placesOf(server, [...words.map(c), life.clinic.phone]);
    // Who treated a patient is that patient's record, and nothing else of the clinic is left.
    expect(left.filter((place) => !place.startsWith('aftercare.care: '))).toEqual([]);
    expect(left).toHaveLength(1);
    expect(left[0]).not.toContain(life.clinic.phone);
    for (const word of ['notes', 'history', 'review'])
      expect((await placesOf(server, [p(word)])).length, word).toBeGreaterThan(0);
  });
});

describe('what is under way while a patient leaves', () => {
  it('ends with the account or is gone with it: uploads, offers, messages, mails, an archive', async () => {
    const p = canaryOf('uat');
    const before = new Set(await storedKeys());
    const life = await fullLife(server, { patient: 'uat', clinic: 'uli' });
    const { patient, leadId } = life.open;
    const call = callAs('patient', patient.token);
    const others = await Promise.all([1, 2, 3].map(() => signedInClinic(server.ctx())));
    await prove(patient.token);
    expect((await call('POST', '/account/export')).status).toBe(202);
    const bytes = await jpegPhoto(7);
    const uploads = Array.from({ length: 6 }, (_, n) => {
      const form = new FormData();
      form.append('photo', new File([new Uint8Array(bytes)], `${p('file')}${n}.jpg`));
      const headers = { Cookie: `patient=${patient.token}` };
      return server.request('/api/photos', { method: 'POST', headers, body: form });
    });
    const messages = Array.from({ length: 4 }, () =>
      call('POST', `/conversations/${life.openOfferId}/messages`, { text: p('hello') }),
    );
    const offers = others.map(({ ctx }) => sentOffer(ctx, leadId, { message: 'We can help.' }));
    const mails = runJobs(server.services, registry);
    const leaving = call('POST', '/account/delete', { confirm: 'DELETE' });
    await Promise.allSettled([...uploads, ...messages, ...offers, mails]);
    expect((await leaving).status).toBe(200);
    expect(await Promise.all(uploads)).toHaveLength(6);
    await pass(2);
    await pass(241);
    const { id } = patient.ctx.actor;
    expect(await rows(`select status from leaving.erasure where person_id = $1`, [id])).toEqual([
      { status: 'erased' },
    ]);
    expect(await placesOf(server, [...typedByPatient.map(p), patient.phone])).toEqual([]);
    expect(await rows(`select id from consultation.photo where owner_id = $1`, [id])).toEqual([]);
    expect((await storedKeys()).filter((key) => !before.has(key))).toEqual([]);
    const live = `select id from offers.offer where lead_id = $1 and status in ('pending', 'negotiating')`;
    expect(await rows(live, [leadId])).toEqual([]);
    for (const { clinicId } of others)
      expect((await placesOf(server, [clinicId])).length).toBeGreaterThan(0);
  });
});
