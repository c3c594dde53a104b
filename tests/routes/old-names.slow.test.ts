import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addAttachment } from '#modules/attachments';
import { newId } from '#platform/base/ids';
import { syncQueues } from '#engine/operations';
import { runJobs } from '#engine/testing';
import { signedInPatient } from '../../modules/identity/testing';
import { write } from '../../workflows/conversations/testing';
import { sendOffer } from '../../workflows/offers/offers';
import { someOfferFields } from '../../workflows/offers/testing';
import { registry } from '../../workflows/registry';
import { signedInClinic, verifiedClinicPhone, type SignedInClinic } from '../kit/clinics';
import { pdfFile } from '../kit/document-files';
import { dealIn, tokensOf, type DealScene } from '../kit/ended-deal';
import { startTestServer, type TestServer } from '../kit/http';
import { forgetLimits } from '../kit/identity';
import { requestWithPhotos, type ShownRequest } from '../kit/shown-photos';

/**
 * Rows that are older than the look at names (decision 45) hold a number or a handle: whoever else reads them reads dots,
 * on every page and in every answer, and whose they are goes on as before.
 */
const old = {
  first: 'WhatsApp +90 532 111 22 33',
  listed: 'insta nora_h90 M.',
  clinic: 'Smile insta smile_h91',
  doctor: 'Dr. Ada telegram ada_h92',
  place: 'Istanbul t.me/ada_h93',
} as const;
const secrets = ['532 111', 'nora_h90', 'smile_h91', 'ada_h92', 'ada_h93'];
const dots = '•••';

let server: TestServer;
let clinic: SignedInClinic;
let request: ShownRequest;
let offerId: string;
let reviewed: DealScene;
let slug: string;
const sql = (text: string, values: unknown[]) => server.services.database.pool.query(text, values);

beforeAll(async () => {
  server = await startTestServer();
  await syncQueues(server.services.database, registry);
  await forgetLimits(server);
  clinic = await signedInClinic(server.ctx());
  request = await requestWithPhotos(server.ctx());
  // Seen from every city: that of the clinic is one of the names.
  const unanswered = await requestWithPhotos(server.ctx(), { fields: { locations: [] } });
  offerId = newId();
  const fields = { ...someOfferFields(), doctorName: old.doctor };
  await sendOffer(clinic.ctx, { leadId: request.leadId, offerId, fields });
  await write(clinic.ctx, offerId, 'Good morning.');
  reviewed = await dealIn(server, 'reviewed');
  tokens = await tokensOf(server, { patient: request.patient, clinic });
  for (const { clinicId } of [clinic, reviewed.clinic])
    await sql(
      `update clinic_onboarding.clinic set clinic_name = $2, doctor_name = $3, city = $4 where id = $1`,
      [clinicId, old.clinic, old.doctor, old.place],
    );
  for (const { ctx } of [request.patient, reviewed.patient])
    await sql('update identity.patient set first_name = $2 where id = $1', [
      ctx.actor.id,
      old.first,
    ]);
  for (const { leadId } of [request, unanswered])
    await sql('update exchange.listing set patient = $2 where id = $1', [leadId, old.listed]);
  const { rows } = await sql('select slug from clinic_onboarding.clinic where id = $1', [
    reviewed.clinic.clinicId,
  ]);
  slug = (rows as Array<{ slug: string }>)[0]!.slug;
});
afterAll(() => server?.close());

let tokens: Awaited<ReturnType<typeof tokensOf>>;
const asClinic = () => `clinic=${tokens.clinic}`;
const asPatient = () => `patient=${tokens.patient}`;

/** Where somebody else reads a name: who looks, at which path. */
const places: Record<string, { as: () => string; at: () => string; masked?: false }> = {
  'the list of requests': { as: asClinic, at: () => '/api/clinic/leads' },
  'the dashboard': { as: asClinic, at: () => '/clinic/dashboard' },
  'the cards of offers': { as: asClinic, at: () => '/clinic/dashboard?tab=bids' },
  'a request': { as: asClinic, at: () => `/api/clinic/leads/${request.leadId}` },
  'the page of a request': { as: asClinic, at: () => `/clinic/request/${request.leadId}` },
  'the head of a conversation': { as: asClinic, at: () => `/clinic/conversation/${offerId}` },
  'the conversations of a clinic': { as: asClinic, at: () => '/clinic/messages' },
  'the conversations of a patient': { as: asPatient, at: () => '/messages' },
  'the offers of a request': { as: asPatient, at: () => `/offers/${request.leadId}` },
  'an offer': { as: asPatient, at: () => `/offer/${offerId}` },
  'the head of the patient’s conversation': { as: asPatient, at: () => `/conversation/${offerId}` },
  'the list of clinics': { as: () => '', at: () => '/find-clinics' },
  'a clinic with its reviews': { as: () => '', at: () => `/find-clinics/${slug}` },
  'in-app notifications': { as: asPatient, at: () => '/api/notifications' },
};

describe('what others read', () => {
  it.each(Object.entries(places))('has dots: %s', async (_, { as, at }) => {
    await runJobs(server.services, registry);
    const answer = await server.request(at(), { headers: { Cookie: as(), Accept: 'text/html' } });
    expect(answer.status).toBe(200);
    const text = await answer.text();
    for (const secret of secrets) expect(text).not.toContain(secret);
    expect(text).toContain(dots);
  });

  it('has no contact data in mails either', () => {
    const { mail } = server.ports.sent;
    expect(mail.length).toBeGreaterThan(0);
    const ofClinic = secrets.slice(1);
    for (const { text, html, subject } of mail)
      for (const secret of ofClinic) expect(`${subject}${text}${html}`).not.toContain(secret);
  });
});

describe('whose name it is', () => {
  it('signs in as before', async () => {
    const again = await signedInPatient(server.ctx(), { phone: request.patient.phone });
    expect(again.ctx.actor.id).toBe(request.patient.ctx.actor.id);
    const { ctx } = await verifiedClinicPhone(server.ctx(), clinic.phone);
    expect(ctx.actor).toMatchObject({ kind: 'clinic', id: clinic.clinicId });
    for (const [cookie, path] of [
      [asPatient(), '/profile/personal'],
      [asClinic(), '/clinic/profile'],
    ] as const)
      expect((await server.request(path, { headers: { Cookie: cookie } })).status).toBe(200);
  });

  const change = async (names: { firstName: string; lastName: string; email?: string }) => {
    const answer = await server.request('/api/auth/update-profile', {
      method: 'PUT',
      headers: { Cookie: asPatient(), 'Content-Type': 'application/json' },
      body: JSON.stringify({
        phoneNumber: request.patient.phone,
        email: 'sarah@example.com',
        ...names,
      }),
    });
    return { status: answer.status, body: (await answer.json()) as { errors?: object } };
  };
  const lastName = 'Zweigelt';

  it('changes the e-mail and leaves the name as it is', async () => {
    const email = `${newId()}@example.com`;
    expect((await change({ firstName: old.first, lastName, email })).status).toBe(200);
    const { rows } = await sql('select first_name from identity.patient where id = $1', [
      request.patient.ctx.actor.id,
    ]);
    expect(rows).toEqual([{ first_name: old.first }]);
  });

  it('takes no other name of the kind, in words at its field', async () => {
    for (const names of [
      { firstName: 'WhatsApp +90 532 111 22 34', lastName },
      { firstName: old.first, lastName: 'insta nora_h91' },
    ]) {
      const { status, body } = await change(names);
      expect(status).toBe(422);
      const field = names.lastName === lastName ? 'firstName' : 'lastName';
      expect(body.errors).toEqual({ [field]: [expect.stringContaining('Others read this')] });
    }
  });

  it('does so on the page as well, without JavaScript', async () => {
    const send = (fields: Record<string, string>) =>
      server.request('/profile/personal', {
        method: 'POST',
        headers: {
          ...{ Cookie: asPatient(), Accept: 'text/html' },
          Origin: `http://127.0.0.1:${server.listening.port}`,
        },
        body: new URLSearchParams({ intent: 'save', lastName, ...fields }),
      });
    const email = `${newId()}@example.com`;
    expect((await send({ firstName: old.first, email })).status).toBeLessThan(400);
    const refused = await send({ firstName: 'insta nora_h91', email });
    expect(refused.status).toBe(422);
  });
});

describe('the name of a file', () => {
  it('is masked before the choice where it names a handle, and others stay', async () => {
    const { patient } = request;
    const names = ['insta nora_h90.pdf', 'call 0532 111 22 33.pdf', 'IMG_20261124_101112.pdf'];
    const ids: string[] = [];
    for (const name of names) {
      const file = { bytes: pdfFile(), name, type: 'application/pdf' } as const;
      ids.push((await addAttachment(patient.ctx, file)).id);
    }
    await write(patient.ctx, offerId, 'My files', ids);
    const answer = await server.request(`/api/conversations/${offerId}/messages`, {
      headers: { Cookie: asClinic() },
    });
    const text = await answer.text();
    for (const secret of secrets) expect(text).not.toContain(secret);
    expect(text).toContain(dots);
    expect(text).toContain('IMG_20261124_101112.pdf');
    for (const id of ids) {
      const { headers } = await server.request(`/api/files/${id}`, {
        headers: { Cookie: asClinic() },
      });
      for (const secret of secrets)
        expect(decodeURIComponent(headers.get('Content-Disposition')!)).not.toContain(secret);
    }
  });
});
