import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '#app/api/table.server';
import type { Audience, Call } from '#platform/base/call';
import { syncQueues } from '#engine/operations';
import { runJobs } from '#engine/testing';
import { newPhone } from '../../modules/identity/testing';
import { sentOffer } from '../../workflows/offers/testing';
import { registry } from '../../workflows/registry';
import { signedInClinic, type SignedInClinic } from '../kit/clinics';
import { startTestServer, type TestServer } from '../kit/http';
import { listenAt, openStreams } from '../kit/listen';
import { browserOf } from '../kit/patient-browser';
import { requestWithPhotos, type ShownRequest } from '../kit/shown-photos';
import { pageAudiences } from './access-matrix';
import { mainRoles } from './fuzz/people';

/**
 * What a clinic may not learn of a patient before it is chosen (security 38), looked for in every page and answer that there
 * is for clinics: both lists are read off the tables of pages and calls, so what comes later is looked at too.
 */
const surname = 'Zweigelt';
const mail = 'quillon.zweigelt@canary.example';
const phone = newPhone();
const secrets = { surname, mail, phone, digits: phone.slice(2) };

let server: TestServer;
let request: ShownRequest;
let chosen: SignedInClinic;
let other: SignedInClinic;
let offerId: string;
const streams: Array<Awaited<ReturnType<typeof listenAt>>> = [];
beforeAll(async () => {
  server = await startTestServer();
  await syncQueues(server.services.database, registry);
  chosen = await signedInClinic(server.ctx());
  other = await signedInClinic(server.ctx(), { details: { clinicName: 'Other Smile' } });
  for (const { token } of [chosen, other])
    streams.push(await listenAt(server, token, undefined, { cookie: 'clinic' }));
  request = await requestWithPhotos(server.ctx(), { patient: { phone, email: mail } });
  offerId = await sentOffer(chosen.ctx, request.leadId);
  await sentOffer(other.ctx, request.leadId, { amountCents: 300_000 });
  const written = await asPatient(`/conversations/${offerId}/messages`, {
    text: `Please write to ${mail} or call ${phone}.`,
  });
  expect(written.status).toBe(201);
  await runJobs(server.services, registry);
});
afterAll(async () => {
  for (const each of openStreams.splice(0)) each.abort();
  await server?.close();
});

const asPatient = (to: string, body: object) =>
  browserOf(server, request.patient)(`/api${to}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });

const ofClinics = (audience: Audience): boolean =>
  mainRoles[audience].some((role) => ['clinic-pending', 'clinic-approved'].includes(role));
const isRead = ({ method, audience }: Call) => method === 'GET' && ofClinics(audience);

/** Every address a clinic may open, with the ids that it knows of the story in all places where one fits. */
function addresses(): string[] {
  const patterns = [
    ...Object.entries(pageAudiences).flatMap(([page, audience]) =>
      ofClinics(audience) ? [page, `${page}.data`] : [],
    ),
    ...calls.filter(isRead).flatMap(({ path: to, query }) => {
      const parties = query && 'as' in ((query as { shape?: object }).shape ?? {});
      return [`/api${to}${parties ? '?as=clinic' : ''}`];
    }),
  ].filter((address) => !address.includes('/events'));
  const ids = [request.leadId, offerId, ...request.photos];
  return patterns.flatMap((pattern) =>
    /[{:]/.test(pattern) ? ids.map((id) => pattern.replace(/\{\w+\}|:\w+/g, id)) : [pattern],
  );
}

interface Met {
  readonly address: string;
  readonly status: number;
  readonly text: string;
}

async function everythingFor({ token }: SignedInClinic): Promise<Met[]> {
  const met: Met[] = [];
  for (const address of addresses()) {
    const answer = await server.request(address, { headers: { Cookie: `clinic=${token}` } });
    const headers = [...answer.headers].flat().join('\n');
    const text = `${headers}\n${Buffer.from(await answer.arrayBuffer()).toString('latin1')}`;
    met.push({ address, status: answer.status, text });
  }
  return met;
}

const leaks = (met: readonly Met[]): string[] =>
  met.flatMap(({ address, text }) =>
    Object.entries(secrets).flatMap(([what, word]) =>
      text.includes(word) ? [`${what} at ${address}`] : [],
    ),
  );

/** What was mailed to anybody but the patient. */
const mailsToOthers = () => {
  const { mail: mails, sms } = server.ports.sent;
  return [...mails, ...sms].filter(({ to }) => to !== mail && to !== phone);
};

const heard = () => streams.map(({ raw }) => raw.join('')).join('');

describe('before a clinic is chosen', () => {
  it('no page, answer, file, stream or mail that it gets holds who the patient is', async () => {
    const met = [...(await everythingFor(chosen)), ...(await everythingFor(other))];
    const shown = new Set(met.filter(({ status }) => status === 200).map(({ address }) => address));
    // What is looked at is there: else nothing could be found.
    for (const address of [
      '/clinic/dashboard',
      `/clinic/request/${request.leadId}`,
      `/clinic/conversation/${offerId}`,
      `/api/clinic/leads/${request.leadId}`,
      `/api/files/${request.photos[0]}`,
      `/api/conversations/${offerId}/messages`,
    ])
      expect([...shown], address).toContain(address);
    const page = met.find(({ address }) => address === `/clinic/request/${request.leadId}`);
    expect(page?.text).toContain('Quillon Z.');
    expect(leaks(met)).toEqual([]);
    for (const [what, word] of Object.entries(secrets)) {
      expect(heard().includes(word), `${what} in a stream`).toBe(false);
      expect(JSON.stringify(mailsToOthers()).includes(word), `${what} in a mail`).toBe(false);
    }
    expect(heard()).toContain(request.leadId);
    expect(mailsToOthers()).not.toEqual([]);
  });
});

describe('after a clinic is chosen', () => {
  it('it alone learns how to reach the patient', async () => {
    const accepted = await asPatient(`/offers/${offerId}/accept`, {});
    expect(accepted.status).toBe(200);
    await runJobs(server.services, registry);
    const own = await everythingFor(chosen);
    expect(leaks(own)).toEqual(
      expect.arrayContaining([
        `phone at /api/deals/${offerId}?as=clinic`,
        `mail at /api/deals/${offerId}?as=clinic`,
        `surname at /api/deals/${offerId}?as=clinic`,
        `phone at /clinic/deal/${offerId}`,
      ]),
    );
    expect(leaks(await everythingFor(other))).toEqual([]);
  });
});
