import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { approveLead } from '#modules/leads';
import { system } from '#platform/actor';
import { newId } from '#platform/ids';
import { signedInPatient, type SignedInPatient } from '../../modules/identity/testing';
import { someFields, submitted } from '../../modules/leads/testing';
import { signedInClinic } from '../kit/clinics';
import { startTestServer, type TestServer } from '../kit/http';
import { countRoundTrips } from '../kit/round-trips';

let server: TestServer;
let patient: SignedInPatient;
let clinicToken: string;
beforeAll(async () => {
  server = await startTestServer();
  clinicToken = (await signedInClinic(server.ctx())).token;
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
  /** A request of that person that is under review. */
  readonly leadId: string;
}
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
const asClinic =
  (path: string): Ask =>
  () =>
    server.request(`/api${path}`, { headers: { Cookie: `clinic=${clinicToken}` } });

const aRequest = ({ person }: Sent) => {
  const { patientInfo: _none, ...fields } = someFields();
  return { phoneNumber: person.phone, ...fields };
};

/**
 * Round trips to the database per call, BEGIN and COMMIT, session, limits and Idempotency-Key included, with warm
 * caches and without photos. A number may fall; a call that needs more has to say why here.
 */
const budgets: ReadonlyArray<[call: string, ask: Ask, status: number, atMost: number]> = [
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
  ['GET /clinic/auth/status/me', asClinic('/clinic/auth/status/me'), 200, 3],
];

describe('round trips to the database', () => {
  const someone = async (): Promise<Sent> => {
    const person = await signedInPatient(server.ctx());
    return { person, leadId: (await submitted(person.ctx))._id };
  };

  it.each(budgets)('%s stays within its budget', async (_call, ask, status, atMost) => {
    expect((await ask(await someone())).status).toBe(status);
    const sent = await someone();
    const { result, statements, unprepared } = await countRoundTrips(() => ask(sent));
    expect(result.status).toBe(status);
    expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(atMost);
    expect(unprepared).toEqual([]);
  });
});
