import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  acceptOfferCall,
  clinicLeadCall,
  offersCall,
  sendOfferCall,
  templateOf,
} from '#contracts/offers';
import { newId } from '#platform/base/ids';
import { signedInPatient, type SignedInPatient } from '../../modules/identity/testing';
import { publishedLead, withoutBudgets } from '../../workflows/offers/testing';
import { signedInClinic, type SignedInClinic } from '../kit/clinics';
import { startTestServer, type TestServer } from '../kit/http';

let server: TestServer;
let clinic: SignedInClinic;
let patient: SignedInPatient;
let leadId: string;
beforeAll(async () => {
  server = await startTestServer();
  await withoutBudgets(server);
  clinic = await signedInClinic(server.ctx());
  patient = await signedInPatient(server.ctx(), { firstName: 'Sarah', lastName: 'Canarysurname' });
  const description = 'It hurts. canary@example.com, or +1 212 555 0199.';
  const info = { ageBand: null, gender: null, allergies: '', medicalHistory: 'ask @canaryhandle' };
  ({ leadId } = await publishedLead(server, { description, patientInfo: info }, patient.ctx));
});
afterAll(() => server?.close());

const ask = async (who: string, method: string, path: string, body?: object, key?: string) => {
  const answer = await server.request(`/api${path}`, {
    method,
    headers: {
      Cookie: who,
      ...(key ? { 'Idempotency-Key': key } : {}),
      ...(body ? { 'Content-Type': 'application/json' } : {}),
    },
    body: body && JSON.stringify(body),
  });
  const text = await answer.text();
  return { status: answer.status, text, ...(JSON.parse(text) as Record<string, unknown>) } as {
    status: number;
    text: string;
    message: string;
    code?: string;
    errors?: object;
    data: never;
  };
};
const asClinic = (...[method, path, body, key]: [string, string, object?, string?]) =>
  ask(`clinic=${clinic.token}`, method, path, body, key);
const asPatient = (...[method, path, body]: [string, string, object?]) =>
  ask(`patient=${patient.token}`, method, path, body);
/** Six reviews with 27 stars. */
const rate = (clinicId: string) =>
  server.services.database.pool.query(
    'insert into deals.reputation (clinic_id, reviews, stars, treatments, kept) values ($1, 6, 27, 0, 0)',
    [clinicId],
  );
const valid = { amountCents: 250_000, message: 'Gladly, in May.' };

describe('a request, for a clinic that matches', () => {
  it('says what clinics may know, and what an offer for it says', async () => {
    const answer = await asClinic('GET', `/clinic/leads/${leadId}`);
    const { lead, offerTemplate, ownOffer } = clinicLeadCall.data.parse(answer.data);
    expect(lead).toMatchObject({ _id: leadId, patient: 'Sarah C.', status: 'new', open: true });
    expect(lead.description).toContain('It hurts.');
    expect(answer.text).not.toMatch(/canary|Canary|0199/);
    expect(offerTemplate.map(({ key }) => key)).toEqual(
      templateOf('Root Canal').map(({ key }) => key),
    );
    expect(ownOffer).toBeNull();
  });
});

describe('an offer', () => {
  it.each([{}, { message: 'Hello' }, { ...valid, amountCents: null }, { ...valid, message: ' ' }])(
    'without amount or message is refused in the words of the form: %j',
    async (body) => {
      const answer = await asClinic('POST', `/clinic/leads/${leadId}/offers`, body);
      expect(answer).toMatchObject({
        status: 422,
        code: 'validation_failed',
        message: 'Please fill in all fields',
      });
    },
  );

  it.each([
    { amountCents: 0 },
    { amountCents: 100_000_000 },
    { amountCents: 1.5 },
    { listPriceCents: 250_000 },
    { currency: 'BTC' },
    { items: [{ key: 'procedure', state: 'free' }] },
    { items: [{ key: 'procedure', state: 'included', priceCents: 5 }] },
    { items: [{ key: 'nothing', state: 'included' }] },
    { earliestDate: '2027-02-30' },
    { status: 'accepted' },
    { attachments: [newId()] },
    { items: [{ key: 'procedure', state: 'included', quantity: 0 }] },
    { items: [{ key: 'procedure', state: 'included', quantity: 10_000 }] },
    { items: [{ key: 'procedure', state: 'included', quantity: 2, unit: 'carats' }] },
    { items: [{ key: 'procedure', state: 'included', quantity: 2, unit: 'grafts' }] },
    { items: [{ key: 'procedure', state: 'not-needed', quantity: 2 }] },
    { items: [{ key: 'procedure', state: 'included', brand: 'x'.repeat(81) }] },
    ...[{ trips: 5 }, { nights: -1 }, { daysInCountry: 0 }, { guaranteeMonths: 1.5 }],
    { assumptions: Array.from({ length: 6 }, () => ({ text: 'No graft.' })) },
    ...[{ assumptions: [{ text: ' ' }] }, { assumptions: [{ text: 'x'.repeat(201) }] }],
    { assumptions: [{ text: 'No graft.', surchargeCents: 0 }] },
  ])('that no clinic can mean is refused: %j', async (more) => {
    const answer = await asClinic('POST', `/clinic/leads/${leadId}/offers`, { ...valid, ...more });
    expect(answer).toMatchObject({ status: 422, code: 'validation_failed' });
    expect(answer.message).not.toBe('Please fill in all fields');
  });

  it('sent fifty times under one key is one offer', async () => {
    const key = newId();
    const send = () => asClinic('POST', `/clinic/leads/${leadId}/offers`, valid, key);
    const answers = await Promise.all(Array.from({ length: 50 }, send));
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...Array.from({ length: 49 }, () => 200),
      201,
    ]);
    const ids = answers.map(({ data }) => sendOfferCall.data.parse(data).offer._id);
    expect(new Set(ids).size).toBe(1);
    const { rows } = await server.services.database.pool.query(
      'select 1 from offers.offer where lead_id = $1',
      [leadId],
    );
    expect(rows).toHaveLength(1);
    const other = await asClinic(
      'POST',
      `/clinic/leads/${leadId}/offers`,
      { ...valid, amountCents: 1 },
      key,
    );
    expect(other).toMatchObject({ status: 409, code: 'idempotency_mismatch' });
    const again = await asClinic('POST', `/clinic/leads/${leadId}/offers`, valid);
    expect(again).toMatchObject({ status: 409, code: 'offer_exists' });
  });

  it('is revised, compared, declined and withdrawn by the calls, without contact data before the choice', async () => {
    const { data } = await asPatient('GET', `/offers?lead=${leadId}`);
    const { offers } = offersCall.data.parse(data);
    expect(offers).toHaveLength(1);
    const { _id } = offers[0]!;
    const said = {
      amountCents: 240_000,
      message: 'Write to canary@example.com',
      doctorName: 'Dr. Ada',
      availability: 'or +90 532 555 01 99',
    };
    const revised = await asClinic('PUT', `/clinic/offers/${_id}`, said);
    expect(revised).toMatchObject({
      status: 200,
      data: { offer: { revision: 2, amountCents: 240_000 } },
    });
    const read = await asPatient('GET', `/offers/${_id}`);
    expect(read).toMatchObject({ status: 200, data: { offer: { doctorName: 'Dr. Ada' } } });
    expect(read.text + revised.text).not.toMatch(/canary|555 01/);
    const { data: seen } = await asClinic('GET', `/clinic/leads/${leadId}`);
    expect(seen).toMatchObject({ lead: { status: 'pending' }, ownOffer: { _id, revision: 2 } });
    for (const revision of [1, 3])
      expect(await asPatient('POST', `/offers/${_id}/accept`, { revision })).toMatchObject({
        status: 409,
        code: 'offer_changed',
      });
    expect(await asPatient('POST', `/offers/${_id}/accept`, { revision: '2' })).toMatchObject({
      status: 422,
      errors: { revision: expect.anything() as unknown },
    });
    await rate(clinic.clinicId);
    const rated = await asPatient('GET', `/offers/${_id}`);
    expect(rated).toMatchObject({
      data: { offer: { clinic: { rating: { average: 4.5, count: 6 } }, status: 'pending' } },
    });
    const accepted = await asPatient('POST', `/offers/${_id}/accept`, { revision: 2 });
    expect(acceptOfferCall.data.parse(accepted.data).offer).toMatchObject({
      status: 'accepted',
      message: 'Write to canary@example.com',
    });
    expect(await asPatient('POST', `/offers/${_id}/accept`)).toMatchObject({
      status: 409,
      code: 'already_decided',
    });
    expect(await asPatient('POST', `/offers/${_id}/decline`, {})).toMatchObject({ status: 409 });
    expect(await asClinic('POST', `/clinic/offers/${_id}/withdraw`)).toMatchObject({ status: 409 });
    expect((await asClinic('GET', `/clinic/leads/${leadId}`)).status).toBe(200);
    const outsider = await signedInClinic(server.ctx());
    const other = await ask(`clinic=${outsider.token}`, 'GET', `/clinic/leads/${leadId}`);
    expect(other).toMatchObject({ status: 404, code: 'not_found' });
    const late = await ask(
      `clinic=${outsider.token}`,
      'POST',
      `/clinic/leads/${leadId}/offers`,
      valid,
    );
    expect(late).toMatchObject({ status: 409, code: 'lead_closed' });
  });

  it('is declined with a reason, or withdrawn', async () => {
    const other = await publishedLead(server, {}, patient.ctx);
    const send = async () => {
      const { data } = await asClinic('POST', `/clinic/leads/${other.leadId}/offers`, valid);
      return sendOfferCall.data.parse(data).offer._id;
    };
    const declined = await asPatient('POST', `/offers/${await send()}/decline`, {
      reason: 'price',
    });
    expect(declined).toMatchObject({ status: 200, data: { offer: { status: 'declined' } } });
    const withdrawn = await asClinic('POST', `/clinic/offers/${await send()}/withdraw`);
    expect(withdrawn).toMatchObject({ status: 200, data: { offer: { status: 'withdrawn' } } });
    const unfit = await asPatient('POST', `/offers/${await send()}/decline`, { reason: 'because' });
    expect(unfit).toMatchObject({ status: 422 });
  });
});
