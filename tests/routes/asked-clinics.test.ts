import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { approveLead } from '#modules/leads';
import { system } from '#platform/base/actor';
import { newId } from '#platform/base/ids';
import { someFields } from '../../modules/leads/testing';
import { emptyFields } from '#contracts/consultation';
import { everythingChosen } from '../../modules/consultation/testing';
import { signedInPatient, type SignedInPatient } from '../../modules/identity/testing';
import { signedInClinic, type SignedInClinic } from '../kit/clinics';
import { forgetLimits } from '../kit/identity';
import { startTestServer, type TestServer } from '../kit/http';
import { suspendClinicAndEndSessions } from '../../workflows/review-clinic';

let server: TestServer;
const slugs = {} as Record<'open' | 'other' | 'suspended' | 'skin' | 'hidden' | 'third', string>;
const clinics = {} as Record<keyof typeof slugs, SignedInClinic>;

beforeAll(async () => {
  server = await startTestServer();
  await forgetLimits(server);
  const base = server.ctx();
  for (const name of ['open', 'other', 'suspended', 'skin', 'hidden', 'third'] as const) {
    const clinic = await signedInClinic(base, {
      details: {
        clinicName: `Asked ${name} Dental`,
        city: 'Antalya',
        ...(name === 'skin' ? { specialties: ['Dermatology'] } : {}),
      },
    });
    clinics[name] = clinic;
    const { rows } = await server.services.database.pool.query<{ slug: string }>(
      'select slug from clinic_onboarding.clinic where id = $1',
      [clinic.clinicId],
    );
    slugs[name] = rows[0]!.slug;
  }
  const staff = server.ctx(system('test'));
  const { clinicId } = clinics.suspended;
  await suspendClinicAndEndSessions(staff, { clinicId, reason: 'For a test.' });
  await server.services.database.pool.query(
    'update clinic_onboarding.clinic set listed = false where id = $1',
    [clinics.hidden.clinicId],
  );
});
afterAll(() => server?.close());

interface Answer {
  readonly status: number;
  readonly body: { data: Record<string, unknown>; code?: string };
}
async function call(
  cookie: string,
  method: string,
  path: string,
  body?: object,
  key = newId(),
): Promise<Answer> {
  const answer = await server.request(`/api${path}`, {
    method,
    headers: { Cookie: cookie, 'Content-Type': 'application/json', 'Idempotency-Key': key },
    body: body && JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as Answer['body'] };
}
const asPatient = ({ token }: SignedInPatient) => `patient=${token}`;
const asClinic = ({ token }: SignedInClinic) => `clinic=${token}`;
const request = ({ phone }: SignedInPatient, asked: unknown) => {
  const { patientInfo: _none, ...fields } = someFields();
  return { phoneNumber: phone, ...fields, clinics: asked };
};

describe('POST /api/leads with clinics', () => {
  it('asks those that can be asked and names the others, all alike; a repeat answers the same', async () => {
    const patient = await signedInPatient(server.ctx());
    const key = newId();
    const asked = [slugs.suspended, slugs.open, 'no-such-clinic'];
    const send = () => call(asPatient(patient), 'POST', '/leads', request(patient, asked), key);
    const first = await send();
    expect(first.status).toBe(201);
    expect(first.body.data.unavailable).toEqual([slugs.suspended, 'no-such-clinic']);
    expect(await send()).toEqual({ ...first, status: 200 });
    const others = await signedInPatient(server.ctx());
    const more = request(others, [slugs.skin, slugs.hidden, slugs.other]);
    const second = await call(asPatient(others), 'POST', '/leads', more);
    expect(second.body.data.unavailable).toEqual([slugs.skin, slugs.hidden]);
    const path = `/leads/${String(first.body.data._id)}/asked-clinics`;
    expect((await call(asPatient(patient), 'GET', path)).body.data).toEqual({
      asked: [
        {
          clinic: {
            _id: clinics.open.clinicId,
            clinicName: 'Asked open Dental',
            slug: slugs.open,
          },
          ...{ state: 'waiting', keptUntil: null, reason: null },
        },
      ],
    });
    expect((await call(asPatient(others), 'GET', path)).status).toBe(404);
  });

  it('takes three at most, and none where nothing is said', async () => {
    const patient = await signedInPatient(server.ctx());
    const four = [slugs.open, slugs.other, slugs.third, slugs.skin];
    const refused = await call(asPatient(patient), 'POST', '/leads', request(patient, four));
    expect([refused.status, refused.body.code]).toEqual([422, 'validation_failed']);
    for (const none of [undefined, null, '', []]) {
      const someone = await signedInPatient(server.ctx());
      const sent = await call(asPatient(someone), 'POST', '/leads', request(someone, none));
      expect([sent.status, sent.body.data.unavailable]).toEqual([201, []]);
    }
  });
});

describe('POST /api/clinic/leads/{id}/decline', () => {
  it('is for the clinic that is asked, once, with a reason; the patient reads it', async () => {
    const patient = await signedInPatient(server.ctx());
    const asked = [slugs.open, slugs.other];
    const sent = await call(asPatient(patient), 'POST', '/leads', request(patient, asked));
    const leadId = String(sent.body.data._id);
    const path = `/clinic/leads/${leadId}/decline`;
    const reason = { reason: 'fully-booked' };
    // No clinic is asked before the request is published.
    expect((await call(asClinic(clinics.open), 'POST', path, reason)).status).toBe(404);
    await approveLead(server.ctx(system('test')), { leadId });
    expect((await call(asClinic(clinics.third), 'POST', path, reason)).status).toBe(404);
    expect((await call(asClinic(clinics.open), 'POST', path, { reason: 'x' })).status).toBe(422);
    expect((await call(asPatient(patient), 'POST', path, reason)).status).toBe(401);
    expect((await call(asClinic(clinics.open), 'POST', path, reason)).status).toBe(200);
    const again = await call(asClinic(clinics.open), 'POST', path, reason);
    expect([again.status, again.body.code]).toEqual([409, 'event_refused']);
    const became = await call(asPatient(patient), 'GET', `/leads/${leadId}/asked-clinics`);
    expect(became.body.data.asked).toMatchObject([
      { state: 'refused', reason: 'fully-booked', keptUntil: null },
      { state: 'held', reason: null, keptUntil: expect.any(String) as string },
    ]);
    // Neither the other clinic nor one that was not asked learns of it.
    const seen = await call(asClinic(clinics.other), 'GET', `/clinic/leads/${leadId}`);
    expect(seen.body.data.lead).toMatchObject({ asked: true });
    expect(JSON.stringify(seen.body)).not.toContain(clinics.open.clinicId);
    expect(JSON.stringify(seen.body)).not.toContain('fully-booked');
  });
});

describe('the pages', () => {
  const open = async (
    cookie: string,
    path: string,
    form?: Record<string, string>,
  ): Promise<{ status: number; to: string | null; html: string }> => {
    const answer = await server.request(path, {
      method: form ? 'POST' : 'GET',
      redirect: 'manual',
      headers: { Cookie: cookie, Accept: 'text/html', Origin: new URL(server.url).origin },
      body: form && new URLSearchParams(form),
    });
    return {
      status: answer.status,
      to: answer.headers.get('Location'),
      html: await answer.text(),
    };
  };
  const chosen = async ({ ctx }: SignedInPatient) =>
    (
      await server.services.database.pool.query<{ clinics: Array<{ slug: string }> }>(
        'select clinics from consultation.draft where patient_id = $1 and submitted_at is null',
        [ctx.actor.id],
      )
    ).rows[0]?.clinics.map(({ slug }) => slug) ?? [];

  it('lead from a clinic through the sign-in to a draft that asks it; looking changes nothing', async () => {
    const begin = `/consultation/begin?clinic=${slugs.open}`;
    expect((await open('', `/find-clinics/${slugs.open}`)).html).toContain(`href="${begin}"`);
    expect((await open('', '/find-clinics')).html).toContain(`href="${begin}"`);
    const signIn = await open('', begin);
    expect(new URL(signIn.to!, server.url).searchParams.get('redirectTo')).toBe(begin);
    const patient = await signedInPatient(server.ctx());
    const page = await open(asPatient(patient), begin);
    expect(page.html).toContain('Ask Asked open Dental');
    expect(await chosen(patient)).toEqual([]);
    for (const slug of [slugs.suspended, 'no-such-clinic', slugs.hidden]) {
      const none = await open(asPatient(patient), `/consultation/begin?clinic=${slug}`);
      expect([none.status, none.html.includes('This clinic cannot be asked')]).toEqual([200, true]);
    }
    const ask = (slug: string) =>
      open(asPatient(patient), `/consultation/begin?clinic=${slug}`, { intent: 'ask', slug });
    expect((await ask(slugs.open)).to).toBe('/consultation');
    await ask(slugs.open);
    await ask(slugs.other);
    await ask(slugs.third);
    expect(await chosen(patient)).toEqual([slugs.open, slugs.other, slugs.third]);
    const full = await open(asPatient(patient), `/consultation/begin?clinic=${slugs.skin}`);
    expect(full.html).toContain('You ask three clinics already');
    expect((await ask(slugs.skin)).status).toBe(422);
    await open(asPatient(patient), '/consultation/begin', {
      ...{ intent: 'unask', slug: slugs.other, then: slugs.skin },
    });
    expect(await chosen(patient)).toEqual([slugs.open, slugs.third]);
  });

  it('name what cannot be asked once it is sent, and what became of the others', async () => {
    const patient = await signedInPatient(server.ctx());
    const cookie = asPatient(patient);
    for (const name of ['open', 'skin', 'third'] as const)
      await open(cookie, '/consultation/begin', { intent: 'ask', slug: slugs[name] });
    const fields = { ...emptyFields, ...everythingChosen, notes: '' };
    await call(cookie, 'PUT', '/drafts/me', { expectedVersion: 0, step: 7, fields });
    const summary = await open(cookie, '/consultation/summary');
    for (const name of ['open', 'skin', 'third'])
      expect(summary.html).toContain(`Asked ${name} Dental`);
    await open(cookie, '/consultation/summary', { intent: 'unask', slug: slugs.third });
    const draftId = /name="draftId" value="([^"]+)"/.exec(summary.html)![1]!;
    const sent = await open(cookie, '/consultation/summary', { intent: 'submit', draftId });
    const done = await open(cookie, sent.to!);
    expect(done.html).toContain('Asked skin Dental cannot be asked with this request');
    expect(done.html).not.toContain('Asked open Dental cannot');
    const leadId = new URL(sent.to!, server.url).searchParams.get('submitted')!;
    await approveLead(server.ctx(system('test')), { leadId });
    const detail = await open(cookie, `/request-detail/${leadId}`);
    expect(detail.html).toContain('Clinics you asked');
    expect(detail.html).toContain('A place is kept for its offer until');
    const clinic = asClinic(clinics.open);
    expect((await open(clinic, '/clinic/dashboard')).html).toContain('Asked for you');
    const decline = `/clinic/request/${leadId}/decline`;
    expect((await open(clinic, `/clinic/request/${leadId}`)).html).toContain(`href="${decline}"`);
    expect((await open(clinic, decline)).html).toContain('Why do you make no offer?');
    expect((await open(asClinic(clinics.third), decline)).status).toBe(404);
    const refused = await open(clinic, decline, { intent: 'decline', reason: 'not-suitable' });
    expect(refused.to).toBe('/clinic/dashboard');
    expect((await open(cookie, `/request-detail/${leadId}`)).html).toContain(
      'It thinks that another clinic suits you better.',
    );
  });
});
