import { afterAll, beforeAll, expect, it } from 'vitest';
import { answerData, unfitAnswer } from '#app/http/api.server';
import { ownLeadsCall } from '#contracts/leads';
import { approveLead } from '#modules/leads';
import { system } from '#platform/base/actor';
import { signedInPatient, type SignedInPatient } from '../../modules/identity/testing';
import { submitted } from '../../modules/leads/testing';
import { atConsole } from '../kit/admin-client';
import { signedInClinic } from '../kit/clinics';
import { startTestServer, type TestServer } from '../kit/http';
import { repairExchange } from '../../workflows/exchange/repair-exchange';

let server: TestServer;
let patient: SignedInPatient;
let clinic: string;
const ids: string[] = [];
beforeAll(async () => {
  server = await startTestServer();
  patient = await signedInPatient(server.ctx());
  clinic = (await signedInClinic(server.ctx())).token;
  for (let n = 0; n < 2; n += 1) {
    const leadId = (await submitted(patient.ctx))._id;
    await approveLead(server.ctx(system('test')), { leadId });
    ids.push(leadId);
  }
  await server.services.database.pool.query(
    `update leads.lead set sub_treatment = 'Phlebotomy', body_area = 'aura', budget = '17-18',
       timeline = 'someday', locations = array['Istanbul', 'Atlantis'] where id = $1`,
    [ids[0]],
  );
  // What clinics are shown is a copy, set right from what the request says.
  await repairExchange(server.ctx(system('test')));
});
afterAll(() => server?.close());

/** Past the kit's own check, which takes an unfit answer for a fault. */
const ask = (path: string, cookie: string) =>
  fetch(server.url + path, { headers: { Cookie: cookie }, redirect: 'manual' });

it.each([
  ['GET /api/leads/me', '/api/leads/me', () => `patient=${patient.token}`],
  ['GET /api/clinic/leads', '/api/clinic/leads', () => `clinic=${clinic}`],
])(
  '%s lists a row whose choices are no longer on offer, and says so in the log',
  async (_, path, cookie) => {
    server.logged.length = 0;
    const answer = await ask(path, cookie());
    expect(answer.status).toBe(200);
    const { data } = (await answer.json()) as { data: { leads: Array<Record<string, unknown>> } };
    expect(data.leads.map(({ _id }) => _id).sort()).toEqual([...ids].sort());
    const odd = data.leads.find(({ _id }) => _id === ids[0])!;
    expect(odd).toMatchObject({ subTreatment: 'Phlebotomy', budget: '17-18' });
    const told = server.logged.filter(({ msg }) => msg === unfitAnswer);
    expect(told).toHaveLength(1);
    expect(JSON.stringify(told)).not.toMatch(/Phlebotomy|Atlantis/);
    server.logged.length = 0;
  },
);

it.each([
  ['/my-offers', () => `patient=${patient.token}`],
  ['/request-detail', () => `patient=${patient.token}`],
  ['/clinic/dashboard', () => `clinic=${clinic}`],
])('%s shows it', async (path, cookie) => {
  const answer = await ask(path === '/request-detail' ? `${path}/${ids[0]}` : path, cookie());
  expect(answer.status).toBe(200);
  const html = await answer.text();
  expect(html).toMatch(/>phlebotomy</);
  expect(html).not.toMatch(/>catalogue\./);
});

it('the console lists it', async () => {
  const { token } = await atConsole(server, 'reviewer');
  expect((await ask('/api/admin/leads', `staff=${token}`)).status).toBe(200);
  server.logged.length = 0;
});

it('lets nothing out that is not declared', () => {
  const leads = [{ _id: ids[0], secret: 'x' }];
  const answer = () =>
    answerData(ownLeadsCall, { leads, requests: [], nextCursor: null }, server.services.log);
  expect(answer).toThrow();
});
