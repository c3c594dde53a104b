import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeToken } from '#modules/identity';
import { approveLead } from '#modules/leads';
import { system } from '#platform/base/actor';
import { openShare } from '#modules/companions';
import { findClinics, shareWithCompanion } from '#workflows';
import { newId } from '#platform/base/ids';
import { signedInPatient, type SignedInPatient } from '../../modules/identity/testing';
import { someFields, submitted } from '../../modules/leads/testing';
import { publishedLead, sentOffer } from '../../workflows/offers/testing';
import { signedInClinic, type SignedInClinic } from '../kit/clinics';
import { startTestServer, type TestServer } from '../kit/http';
import { countRoundTrips } from '../kit/round-trips';
import { acceptShownOffer } from '../../workflows/offers/offers';

let server: TestServer;
let patient: SignedInPatient;
let clinicToken: string;
let softwareToken: string;
let other: SignedInClinic;
/** The public address of a clinic. */
let slug: string;
beforeAll(async () => {
  server = await startTestServer();
  const clinic = await signedInClinic(server.ctx());
  clinicToken = clinic.token;
  const token = { name: 'Practice software', scopes: ['requests' as const], days: 30 as const };
  softwareToken = (await makeToken(clinic.ctx, token)).token;
  other = await signedInClinic(server.ctx());
  slug = (await findClinics(server.ctx(), {})).clinics[0]!.slug;
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
  /** Of a browser that has opened a link to the offers. */
  readonly companion: string;
}
/** How far that request has come. */
type Stage = 'under review' | 'published' | 'offered' | 'shared' | 'chosen';
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
const asNobody =
  (path: () => string): Ask =>
  () =>
    server.request(path());
/** A relative who looks on. */
const asCompanion =
  (path: string): Ask =>
  ({ companion }) =>
    server.request(path, { headers: { Cookie: `companion=${companion}` } });
/** The clinic of {@link Sent.offerId}. */
const asOfferer =
  (path: (sent: Sent) => string, body?: object): Ask =>
  (sent) =>
    server.request(path(sent), {
      method: body ? 'POST' : 'GET',
      headers: {
        Cookie: `clinic=${other.token}`,
        'Idempotency-Key': newId(),
        ...(body ? { 'Content-Type': 'application/json' } : {}),
      },
      body: body && JSON.stringify(body),
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

/** Software of the clinic. */
const asSoftware =
  (path: string): Ask =>
  () =>
    server.request(`/api${path}`, { headers: { Authorization: `Bearer ${softwareToken}` } });

const aRequest = ({ person }: Sent) => {
  const { patientInfo: _none, ...fields } = someFields();
  return { phoneNumber: person.phone, ...fields };
};

/**
 * Round trips to the database per call, BEGIN and COMMIT, session, limits and Idempotency-Key included, with warm
 * caches and without photos. A page of who is signed in has one statement for the bell and one for the unread messages of
 * its header; a patient's one for the treatment that lies ahead, too. A number may fall; a call that needs more has to say why here.
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
    // The clinics that it asks, and who looks on.
    200,
    11,
  ],
  ['GET /clinic/leads', asClinic('/clinic/leads'), 200, 4],
  // The token in place of the session, and its rate.
  ['GET /clinic/leads with a token', asSoftware('/clinic/leads'), 200, 5],
  ['GET /clinic/leads?q', asClinic('/clinic/leads?q=sarah'), 200, 4],
  [
    'GET /clinic/leads/{id}',
    asClinic(({ leadId }) => `/clinic/leads/${leadId}`),
    // Whether it asks this clinic, in the trip of the others.
    200,
    6,
    'published',
  ],
  [
    'POST /clinic/leads/{id}/offers',
    asClinic(({ leadId }) => `/clinic/leads/${leadId}/offers`, {
      amountCents: 250_000,
      message: 'Gladly, in May.',
    }),
    // The clinic with its currency, its verification and its rating; the request, its offers, its list and the
    // notification of its patient.
    201,
    31,
    'published',
  ],
  // With the clinics' public pages, and whether they were asked for what they left out; so are the next two.
  ['page /offers/{id}', asReader(({ leadId }) => `/offers/${leadId}`), 200, 13, 'offered'],
  // With what is unread of its conversation.
  ['page /offer/{id}', asReader(({ offerId }) => `/offer/${offerId}`), 200, 12, 'offered'],
  [
    'page /offer/{id}/accept',
    asReader(({ offerId }) => `/offer/${offerId}/accept`),
    200,
    12,
    'offered',
  ],
  // With the link and its notes; who looks on has no header of their own.
  ['page /shared/view', asCompanion('/shared/view'), 200, 10, 'shared'],
  ['GET /shared', asCompanion('/api/shared'), 200, 10, 'shared'],
  [
    'page /offers/{id}/companions',
    asReader(({ leadId }) => `/offers/${leadId}/companions`),
    200,
    9,
    'shared',
  ],
  [
    'GET /leads/{id}/companions',
    asPatient('GET', ({ leadId }) => `/leads/${leadId}/companions`),
    200,
    4,
    'shared',
  ],
  [
    'POST /leads/{id}/companions',
    asPatient(
      'POST',
      ({ leadId }) => `/leads/${leadId}/companions`,
      () => ({}),
    ),
    // Once before and once under the lock of the request.
    201,
    16,
    'offered',
  ],
  // With the ratings of the clinics.
  ['GET /offers', asPatient('GET', ({ leadId }) => `/offers?lead=${leadId}`), 200, 5, 'offered'],
  ['GET /offers/{id}', asPatient('GET', ({ offerId }) => `/offers/${offerId}`), 200, 4, 'offered'],
  [
    'POST /offers/{id}/accept',
    asPatient('POST', ({ offerId }) => `/offers/${offerId}/accept`),
    // The clinic's row, locked first. The choice ends the request and begins the deal: its price, row, clocks and flow.
    200,
    29,
    'offered',
  ],
  ['GET /deals/{id}', asPatient('GET', ({ offerId }) => `/deals/${offerId}`), 200, 8, 'chosen'],
  // With what the sealed offer says of price and lines.
  ['page /deal/{id}', asReader(({ offerId }) => `/deal/${offerId}`), 200, 11, 'chosen'],
  [
    'page /clinic/deal/{id}',
    asOfferer(({ offerId }) => `/clinic/deal/${offerId}`),
    200,
    // With the city that its dates are in.
    11,
    'chosen',
  ],
  [
    'page /clinic/request/{id}',
    asOfferer(({ leadId }) => `/clinic/request/${leadId}`),
    200,
    // Who of the team may look after it.
    11,
    'published',
  ],
  [
    'page /clinic/request/{id} with an offer',
    asOfferer(({ leadId }) => `/clinic/request/${leadId}`),
    200,
    // As without one, and what the offer shows of its clinic: name and rating.
    13,
    'offered',
  ],
  ['page /clinic/dashboard', asOfferer(() => '/clinic/dashboard'), 200, 10, 'offered'],
  [
    'page /clinic/dashboard?tab=bids',
    asOfferer(() => '/clinic/dashboard?tab=bids'),
    200,
    12,
    'offered',
  ],
  [
    'page /clinic/dashboard?tab=won',
    // What was said last, the deals, and how to reach their patients.
    asOfferer(() => '/clinic/dashboard?tab=won'),
    200,
    14,
    'chosen',
  ],
  [
    'page /clinic/dashboard?tab=won&state=accepted',
    asOfferer(() => '/clinic/dashboard?tab=won&state=accepted'),
    200,
    14,
    'chosen',
  ],
  [
    'page /conversation/{id}',
    asReader(({ offerId }) => `/conversation/${offerId}`),
    200,
    9,
    'offered',
  ],
  [
    'page /clinic/conversation/{id}',
    asOfferer(({ offerId }) => `/clinic/conversation/${offerId}`),
    200,
    8,
    'offered',
  ],
  [
    'GET /conversations/{id}/messages',
    asReader(({ offerId }) => `/api/conversations/${offerId}/messages`),
    200,
    3,
    'offered',
  ],
  [
    'POST /conversations/{id}/messages',
    asOfferer(({ offerId }) => `/api/conversations/${offerId}/messages`, {
      text: 'Any day in May.',
    }),
    // The clinic's row is locked first; the answer names who of the team wrote.
    201,
    19,
    'offered',
  ],
  ['page /notifications', asReader(() => '/notifications'), 200, 6, 'offered'],
  ['GET /notifications', asReader(() => '/api/notifications'), 200, 3, 'offered'],
  ['page /clinic/notifications', asOfferer(() => '/clinic/notifications'), 200, 5, 'offered'],
  // The session, the page, names, treatments; the header.
  ['page /messages', asReader(() => '/messages'), 200, 7, 'chosen'],
  // And which of them are closed.
  ['page /clinic/messages', asOfferer(() => '/clinic/messages'), 200, 7, 'chosen'],
  ['GET /conversations', asReader(() => '/api/conversations'), 200, 5, 'chosen'],
  // With the request that was begun.
  ['page /my-offers', asReader(() => '/my-offers'), 200, 8, 'offered'],
  // What was agreed to, and what waits: the offers of the one request. Every page counts what is unread, and knows of a treatment ahead.
  ['page /login, signed in', asReader(() => '/login'), 302, 6, 'offered'],
  ['page /find-clinics', asNobody(() => '/find-clinics'), 200, 7, 'offered'],
  ['page /find-clinics/{slug}', asNobody(() => `/find-clinics/${slug}`), 200, 8, 'offered'],
  ['GET /clinics', asNobody(() => '/api/clinics'), 200, 6, 'offered'],
  ['GET /clinics/{slug}', asNobody(() => `/api/clinics/${slug}`), 200, 6, 'offered'],
  // The clinic, its documents, profile, changes, refusals and pictures; the day; reputation, figures and notices.
  ['page /clinic/profile', asClinicReader('/clinic/profile'), 200, 16],
  ['page /clinic/profile/billing', asClinicReader('/clinic/profile/billing'), 200, 6],
  ['GET /clinic/auth/status/me', asClinic('/clinic/auth/status/me'), 200, 3],
];

/** The time is read without any value, so there is nothing to prepare. */
const withoutValues = /^select (?:\(?platform\.now\(\)|"platform"\."setting"\."key")/;

describe('round trips to the database', () => {
  const someone = async (stage: Stage): Promise<Sent> => {
    const person = await signedInPatient(server.ctx());
    if (stage === 'under review')
      return { person, leadId: (await submitted(person.ctx))._id, offerId: '', companion: '' };
    const { leadId } = await publishedLead(server, {}, person.ctx);
    const offerId = stage === 'published' ? '' : await sentOffer(other.ctx, leadId);
    if (stage === 'chosen') await acceptShownOffer(person.ctx, { offerId });
    const companion = stage === 'shared' ? await lookedOn(person, leadId) : '';
    return { person, leadId, offerId, companion };
  };

  const lookedOn = async ({ ctx }: SignedInPatient, id: string): Promise<string> => {
    const wish = { kind: 'comparison', id, withPhotos: false, withNotes: true } as const;
    const { token } = await shareWithCompanion(ctx, wish);
    return (await openShare(server.ctx(), { token })).token;
  };

  const readers = new Map<Stage, Promise<Sent>>();
  /** Whoever warms the caches of the process: for what only reads the same at each stage, and never who is counted. */
  const first = (call: string, at: Stage): Promise<Sent> => {
    if (call.startsWith('POST')) return someone(at);
    if (!readers.has(at)) readers.set(at, someone(at));
    return readers.get(at)!;
  };

  it.each(budgets)('%s stays within its budget', async (call, ask, status, atMost, stage) => {
    const at = stage ?? 'under review';
    expect((await ask(await first(call, at))).status).toBe(status);
    const sent = await someone(at);
    const counted = await countRoundTrips(() => ask(sent));
    expect(counted.result.status).toBe(status);
    const { statements, unprepared } = counted;
    expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(atMost);
    expect(unprepared.filter((text) => !withoutValues.test(text))).toEqual([]);
  });

  // Over a long wire each is waited for: the session; BEGIN; what lets the request in; what it becomes; its end.
  it('sending a request waits for the database five times', async () => {
    const send = asPatient('POST', () => '/leads', aRequest);
    for (let warm = 0; warm < 2; warm += 1) await send(await someone('under review'));
    const sent = await someone('under review');
    const { trips, statements } = await countRoundTrips(() => send(sent));
    expect(trips, statements.join('\n')).toBeLessThanOrEqual(5);
  });

  // What is asked of the clinic is one; so are the lock of the tree, and what becomes of the offer before its request.
  it('sending an offer waits for the database twenty-two times', async () => {
    const offer = { amountCents: 250_000, message: 'Gladly, in May.' };
    const send = asClinic(({ leadId }) => `/clinic/leads/${leadId}/offers`, offer);
    for (let warm = 0; warm < 2; warm += 1) await send(await someone('published'));
    const sent = await someone('published');
    const { trips, statements } = await countRoundTrips(() => send(sent));
    expect(trips, statements.join('\n')).toBeLessThanOrEqual(22);
  });
});
