import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { approveLead } from '#modules/leads';
import { acceptOffer } from '#modules/offers';
import { system } from '#platform/actor';
import { newId } from '#platform/ids';
import { signedInPatient, type SignedInPatient } from '../../modules/identity/testing';
import { someFields, submitted } from '../../modules/leads/testing';
import { publishedLead, sentOffer } from '../../workflows/offers/testing';
import { signedInClinic, type SignedInClinic } from '../kit/clinics';
import { startTestServer, type TestServer } from '../kit/http';
import { countRoundTrips } from '../kit/round-trips';

let server: TestServer;
let patient: SignedInPatient;
let clinicToken: string;
let otherClinic: SignedInClinic['ctx'];
beforeAll(async () => {
  server = await startTestServer();
  clinicToken = (await signedInClinic(server.ctx())).token;
  otherClinic = (await signedInClinic(server.ctx())).ctx;
  patient = await signedInPatient(server.ctx());
  for (let n = 0; n < 3; n += 1) {
    const { _id } = await submitted((await signedInPatient(server.ctx())).ctx);
    await approveLead(server.ctx(system('test')), { leadId: _id });
    await submitted(patient.ctx);
    patient = await signedInPatient(server.ctx());
  }
});
afterAll(() => server?.close());

interface Sent {
  readonly person: SignedInPatient;
  /** A request of that person that is under review; published where it says so. */
  readonly leadId: string;
  /** Another clinic's offer for it, where there is one. */
  readonly offerId: string;
}
/** How far that request has come. */
type Stage = 'under review' | 'published' | 'offered' | 'chosen';
type Ask = (sent: Sent) => Promise<Response>;

const asPatient =
  (method: string, path: (sent: Sent) => string, body?: (sent: Sent) => object): Ask =>
  (sent) =>
    server.request(`/api${path(sent)}`, {
      method,
      headers: {
        Cookie: `patient=${sent.person.token}`,
        'Idempotency-Key': newId(),
        ...(body ? { 'Content-Type': 'application/json' } : {}),
      },
      body: body && JSON.stringify(body(sent)),
    });
const asReader =
  (path: (sent: Sent) => string): Ask =>
  (sent) =>
    server.request(path(sent), { headers: { Cookie: `patient=${sent.person.token}` } });
const asClinicReader =
  (path: string): Ask =>
  () =>
    server.request(path, { headers: { Cookie: `clinic=${clinicToken}` } });
const asClinic =
  (path: string | ((sent: Sent) => string), body?: object): Ask =>
  (sent) =>
    server.request(`/api${typeof path === 'string' ? path : path(sent)}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        Cookie: `clinic=${clinicToken}`,
        'Idempotency-Key': newId(),
        ...(body ? { 'Content-Type': 'application/json' } : {}),
      },
      body: body && JSON.stringify(body),
    });

const aRequest = ({ person }: Sent) => {
  const { patientInfo: _none, ...fields } = someFields();
  return { phoneNumber: person.phone, ...fields };
};

/**
 * Round trips to the database per call, BEGIN and COMMIT, session, limits and Idempotency-Key included, with warm
 * caches and without photos. A number may fall; a call that needs more has to say why here.
 */
const budgets: ReadonlyArray<
  [call: string, ask: Ask, status: number, atMost: number, stage?: Stage]
> = [
  ['POST /leads', asPatient('POST', () => '/leads', aRequest), 201, 12],
  ['GET /leads/me', asPatient('GET', () => '/leads/me'), 200, 4],
  ['GET /leads/{phone}', asPatient('GET', ({ person }) => `/leads/${person.phone}`), 200, 4],
  [
    'POST /leads/{id}/cancel',
    asPatient(
      'POST',
      ({ leadId }) => `/leads/${leadId}/cancel`,
      () => ({}),
    ),
    200,
    9,
  ],
  ['GET /clinic/leads', asClinic('/clinic/leads'), 200, 4],
  ['GET /clinic/leads?q', asClinic('/clinic/leads?q=sarah'), 200, 4],
  [
    'GET /clinic/leads/{id}',
    asClinic(({ leadId }) => `/clinic/leads/${leadId}`),
    200,
    5,
    'published',
  ],
  [
    'POST /clinic/leads/{id}/offers',
    asClinic(({ leadId }) => `/clinic/leads/${leadId}/offers`, {
      amountCents: 250_000,
      message: 'Gladly, in May.',
    }),
    // The clinic, its verification and its currency; the request, its offers, its list and what its patient is told.
    201,
    32,
    'published',
  ],
  ['page /offers/{id}', asReader(({ leadId }) => `/offers/${leadId}`), 200, 10, 'offered'],
  ['page /offer/{id}', asReader(({ offerId }) => `/offer/${offerId}`), 200, 8, 'offered'],
  [
    'page /offer/{id}/accept',
    asReader(({ offerId }) => `/offer/${offerId}/accept`),
    200,
    9,
    'offered',
  ],
  ['GET /offers', asPatient('GET', ({ leadId }) => `/offers?lead=${leadId}`), 200, 4, 'offered'],
  ['GET /offers/{id}', asPatient('GET', ({ offerId }) => `/offers/${offerId}`), 200, 3, 'offered'],
  [
    'POST /offers/{id}/accept',
    asPatient('POST', ({ offerId }) => `/offers/${offerId}/accept`),
    // The choice ends the request and begins the deal: its price, row, clocks and flow.
    200,
    28,
    'offered',
  ],
  ['GET /deals/{id}', asPatient('GET', ({ offerId }) => `/deals/${offerId}`), 200, 8, 'chosen'],
  ['page /deal/{id}', asReader(({ offerId }) => `/deal/${offerId}`), 200, 10, 'chosen'],
  // The clinic, its documents, profile, changes, refusals and pictures; the day; reputation, figures and notices.
  ['page /clinic/profile', asClinicReader('/clinic/profile'), 200, 16],
  ['page /clinic/profile/billing', asClinicReader('/clinic/profile/billing'), 200, 6],
  ['GET /clinic/auth/status/me', asClinic('/clinic/auth/status/me'), 200, 3],
];

/** The words around every page are read without any value, so there is nothing to prepare. */
const ofEveryPage = /from "content"\."entry"$/;

describe('round trips to the database', () => {
  const someone = async (stage: Stage): Promise<Sent> => {
    const person = await signedInPatient(server.ctx());
    if (stage === 'under review')
      return { person, leadId: (await submitted(person.ctx))._id, offerId: '' };
    const { leadId } = await publishedLead(server, {}, person.ctx);
    const offerId = stage === 'published' ? '' : await sentOffer(otherClinic, leadId);
    if (stage === 'chosen') await acceptOffer(person.ctx, { offerId });
    return { person, leadId, offerId };
  };

  it.each(budgets)('%s stays within its budget', async (_call, ask, status, atMost, stage) => {
    const at = stage ?? 'under review';
    expect((await ask(await someone(at))).status).toBe(status);
    const sent = await someone(at);
    const { result, statements, unprepared } = await countRoundTrips(() => ask(sent));
    expect(result.status).toBe(status);
    expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(atMost);
    expect(unprepared.filter((text) => !ofEveryPage.test(text))).toEqual([]);
  });
});
