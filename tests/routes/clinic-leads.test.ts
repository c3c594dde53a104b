import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nothingStated } from '#contracts/consultation';
import { clinicLeadsCall } from '#contracts/exchange';
import { approveLead, rejectLead } from '#modules/leads';
import { system } from '#platform/base/actor';
import {
  signedInPatient,
  signedInStaff,
  type SignedInPatient,
} from '../../modules/identity/testing';
import { submitted } from '../../modules/leads/testing';
import { signedInClinic, verifiedClinicPhone, type ClinicState } from '../kit/clinics';
import { repairExchange } from '../../workflows/exchange/repair-exchange';
import { startTestServer, type TestServer } from '../kit/http';

let server: TestServer;
let patient: SignedInPatient;
let leadId: string;
beforeAll(async () => {
  server = await startTestServer();
  patient = await signedInPatient(server.ctx(), {
    firstName: 'Canaryfirst',
    lastName: 'Šimákanary',
    email: 'canary.mail@example.com',
  });
  leadId = (await submitted(patient.ctx, { description: 'canary-notes' }))._id;
  await approveLead(server.ctx(system('test')), { leadId });
});
afterAll(() => server?.close());

const ask = (cookie: string, query = '') =>
  server.request(`/api/clinic/leads${query}`, { headers: { Cookie: cookie } });

const secrets = () => [
  'Šimákanary',
  'imákanary',
  'canary.mail',
  'canary-notes',
  patient.phone,
  patient.phone.slice(2),
  patient.ctx.actor.id,
];

describe('GET /api/clinic/leads', () => {
  it('lists published requests in the clinic’s field and place, with an abbreviated name', async () => {
    const { token } = await signedInClinic(server.ctx());
    const answer = await ask(`clinic=${token}`);
    expect(answer.status).toBe(200);
    const body = (await answer.json()) as { data: unknown };
    const { leads, counts, capped, nextCursor } = clinicLeadsCall.data.parse(body.data);
    expect(leads).toHaveLength(1);
    expect(leads[0]).toEqual({
      _id: leadId,
      patient: 'Canaryfirst Š.',
      treatment: 'dental',
      subTreatment: 'Root Canal',
      bodyArea: 'mouth',
      location: 'Istanbul',
      ...nothingStated,
      budget: '1000-5000',
      timeline: 'asap',
      photos: 0,
      requestedAt: expect.stringMatching(/^\d{4}-.*Z$/) as string,
      priority: 'high',
      status: 'new',
      bidsCount: 0,
      leadValue: 3_000,
      asked: false,
    });
    expect(counts).toEqual({ newLeads: 1, activeBids: 0, wonDeals: 0 });
    expect(capped).toEqual([]);
    expect(nextCursor).toBeNull();
  });

  it('holds nothing that says who the patient is, in JSON and in the page', async () => {
    const { token } = await signedInClinic(server.ctx());
    const headers = { Cookie: `clinic=${token}`, Accept: 'text/html' };
    const page = await server.request('/clinic/dashboard', { headers });
    expect(page.status).toBe(200);
    expect(await page.text()).toMatch(/Canaryfirst Š\.<\/dd>[\s\S]*\$3,000<\/dd>/);
    const places = ['/api/clinic/leads', '/clinic/dashboard', '/clinic/dashboard.data'];
    for (const place of places) {
      const text = await (await server.request(place, { headers })).text();
      expect(text, place).toContain('Canaryfirst Š.');
      for (const secret of secrets()) expect(text, `${place}: ${secret}`).not.toContain(secret);
    }
  });

  it('has nothing of other fields, other cities and other states', async () => {
    const elsewhere = await signedInClinic(server.ctx(), { details: { city: 'Ankara' } });
    const other = await signedInClinic(server.ctx(), { details: { specialties: ['Urology'] } });
    const held = await submitted(patient.ctx, { subTreatment: 'Dental Crown' });
    const refused = await submitted(patient.ctx, { subTreatment: 'Gum Treatment' });
    await rejectLead(server.ctx(system('test')), { leadId: refused._id, reason: 'no' });
    for (const { token } of [elsewhere, other]) {
      const { data } = (await (await ask(`clinic=${token}`)).json()) as { data: unknown };
      expect(data).toEqual({
        leads: [],
        nextCursor: null,
        counts: { newLeads: 0, activeBids: 0, wonDeals: 0 },
        capped: [],
      });
    }
    const { token } = await signedInClinic(server.ctx());
    const text = await (await ask(`clinic=${token}`)).text();
    for (const id of [held._id, refused._id]) expect(text).not.toContain(id);
  });

  it.each<ClinicState>(['documents', 'pending', 'rejected', 'suspended'])(
    'is closed to a clinic that is %s, page and call',
    async (state) => {
      const { token } = await signedInClinic(server.ctx(), { state });
      const answer = await ask(`clinic=${token}`);
      expect(answer.status).toBe(403);
      expect(await answer.json()).toMatchObject({ code: 'forbidden' });
      const page = await server.request('/clinic/dashboard', {
        headers: { Cookie: `clinic=${token}`, Accept: 'text/html' },
        redirect: 'manual',
      });
      expect(page.status).toBe(302);
      expect(page.headers.get('Location')).toBe('/clinic/pending-approval');
    },
  );

  it('is closed to everybody else', async () => {
    const staff = await signedInStaff(server.ctx());
    const { token } = await verifiedClinicPhone(server.ctx());
    expect((await ask('')).status).toBe(401);
    expect((await ask(`patient=${patient.token}`)).status).toBe(401);
    expect((await ask(`clinic=${patient.token}`)).status).toBe(401);
    expect((await ask(`staff=${staff.token}`)).status).toBe(401);
    expect((await ask(`clinic=${staff.token}`)).status).toBe(401);
    expect((await ask(`clinic=${token}`)).status).toBe(403);
  });

  it('takes the filters it knows, and refuses what it cannot do', async () => {
    const { token } = await signedInClinic(server.ctx());
    const listed = async (query: string) =>
      ((await (await ask(`clinic=${token}`, query)).json()) as { data: { leads: unknown[] } }).data
        .leads.length;
    expect(await listed('?treatment=Dental+Treatment&location=Istanbul&priority=high')).toBe(1);
    expect(await listed('?treatment=dental')).toBe(await listed('?treatment=Dental+Treatment'));
    expect(await listed('?budget=1000-5000')).toBe(1);
    expect(await listed('?budget=over-10000')).toBe(0);
    for (const words of ['root', 'ROOT canal', 'istan', 'mouth', 'dental', 'canaryfirst'])
      expect(await listed(`?q=${encodeURIComponent(words)}`), words).toBe(1);
    // Full names are not searched, and what a pattern would mean is taken as it stands.
    for (const words of ['%', '_', '\\', 'Zzyzx'])
      expect(await listed(`?q=${encodeURIComponent(words)}`), words).toBe(0);
    for (const [date, count] of Object.entries({
      today: 1,
      'this-week': 1,
      'this-month': 1,
      yesterday: 0,
    }))
      expect(await listed(`?date=${date}`), date).toBe(count);
    const refused = ['?date=tomorrow', '?priority=urgent', '?budget=10', '?sort=x'];
    for (const query of refused)
      expect((await ask(`clinic=${token}`, query)).status, query).toBe(422);
    const cursor = await ask(`clinic=${token}`, '?cursor=x');
    expect(await cursor.json()).toMatchObject({ code: 'invalid_cursor' });
  });

  it('counts to a thousand and says where it stopped, in figures and on the page', async () => {
    const { token } = await signedInClinic(server.ctx());
    const { database } = server.services;
    const added = await database.pool.query<{ id: string }>(
      `insert into exchange.listing select gen_random_uuid(), patient_id, patient, treatment, sub_treatment, body_area,
         locations, budget, timeline, photos, widened, published_at, offers_count, offered_by
       from exchange.listing, generate_series(1, 1100) where id = $1 returning id`,
      [leadId],
    );
    await database.pool.query(
      `insert into exchange.posting select term, shelf, priority, budget, published_at, copy
       from exchange.posting, unnest($2::uuid[]) copy where id = $1`,
      [leadId, added.rows.map(({ id }) => id)],
    );
    const { data } = (await (await ask(`clinic=${token}`)).json()) as { data: unknown };
    const { leads, counts, capped } = clinicLeadsCall.data.parse(data);
    expect(leads).toHaveLength(20);
    expect(counts).toEqual({ newLeads: 1_000, activeBids: 0, wonDeals: 0 });
    expect(capped).toEqual(['newLeads']);
    const headers = { Cookie: `clinic=${token}`, Accept: 'text/html' };
    const page = await (await server.request('/clinic/dashboard', { headers })).text();
    expect(page).toContain('>1,000+<');
    await repairExchange(server.ctx(system('test')));
    const after = (await (await ask(`clinic=${token}`)).json()) as { data: { counts: object } };
    expect(after.data.counts).toMatchObject({ newLeads: 1 });
  });

  it('opens with the approval and closes with the suspension, on the same cookie', async () => {
    const { token, clinicId } = await signedInClinic(server.ctx());
    expect((await ask(`clinic=${token}`)).status).toBe(200);
    const allow = (approval: string) =>
      server.services.database.pool.query(
        'update identity.clinic_account set approval = $2 where id = $1',
        [clinicId, approval],
      );
    await allow('suspended');
    expect((await ask(`clinic=${token}`)).status).toBe(403);
    await allow('approved');
    expect((await ask(`clinic=${token}`)).status).toBe(200);
  });
});
