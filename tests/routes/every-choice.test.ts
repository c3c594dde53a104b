import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  eachOpen,
  detailsAmong,
  labelKey,
  openFields,
  openFieldsAmong,
  openLists,
  type RequestDetails,
} from '#contracts/consultation';
import { narrowingNames, narrowings, type Narrowing } from '#contracts/exchange';
import { approveLead } from '#modules/leads';
import { system } from '#platform/base/actor';
import { signedInPatient } from '../../modules/identity/testing';
import { atConsole } from '../kit/admin-client';
import { signedInClinic } from '../kit/clinics';
import { startTestServer, type TestServer } from '../kit/http';
import { browserOf, form, locationOf } from '../kit/patient-browser';

const messages = JSON.parse(readFileSync('languages/en/messages/catalogue.json', 'utf8')) as Record<
  string,
  string
>;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());

interface Lead extends RequestDetails {
  _id: string;
}
const chosen = eachOpen((fact) => openLists[fact].at(-1)!);
const words = openFields.map((fact) => messages[labelKey(fact, chosen[fact])]!);
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll("'", '&#x27;');

const expectWords = (page: string, place: string) => {
  for (const word of words) expect(page, `${word} on ${place}`).toContain(escaped(word));
};

it('takes every choice from the wizard to whoever may see it, and finds the request by it', async () => {
  const send = browserOf(server, await signedInPatient(server.ctx()));
  const steps: Array<[string, Record<string, string | string[]>]> = [
    ['/consultation?index&step=1', { category: 'dental', version: '0' }],
    ['/consultation/treatment', { subTreatment: 'Root Canal', version: '1' }],
    ['/consultation/area', { bodyArea: 'mouth', version: '2' }],
    ['/consultation/photos', { intent: 'continue' }],
    ['/consultation/locations', { locations: ['Istanbul'] }],
  ];
  for (const [path, values] of steps) expect((await send(path, form(values))).status).toBe(302);

  const asked = await (await send('/consultation/budget')).text();
  for (const fact of openFields)
    for (const value of openLists[fact])
      expect(asked, fact).toMatch(new RegExp(`name="${fact}"[^>]* value="${value}"`));
  await send('/consultation/budget', form(chosen));
  const summary = await (await send('/consultation/summary')).text();
  expectWords(summary, 'the summary');
  const [, draftId] = /name="draftId" value="([^"]+)"/.exec(summary)!;
  const sent = await send('/consultation/summary', form({ intent: 'submit', draftId: draftId! }));
  expect(locationOf(sent)).toContain('?submitted=');

  const { data } = (await (await send('/api/leads/me')).json()) as { data: { leads: Lead[] } };
  const [lead] = data.leads as [Lead];
  expect(openFieldsAmong(lead)).toEqual(chosen);
  expectWords(await (await send(`/request-detail/${lead._id}`)).text(), 'the request page');

  const { client } = await atConsole(server, 'reviewer');
  const { rows } = await client.list('leads', { filter: { id: [lead._id] } });
  expect(openFieldsAmong(rows[0] as never)).toEqual(chosen);

  await approveLead(server.ctx(system('test')), { leadId: lead._id });
  const { token } = await signedInClinic(server.ctx());
  const look = async (path: string) => {
    const headers = { Cookie: `clinic=${token}`, Accept: 'text/html' };
    return (await server.request(path, { headers })).text();
  };
  expectWords(await look('/clinic/dashboard'), 'the list of clinics');
  expectWords(await look(`/clinic/request/${lead._id}`), 'the page of clinics');
  for (const name of narrowingNames) {
    const { values, said, finds }: Narrowing = narrowings[name];
    const is = said(detailsAmong(lead));
    for (const value of values) {
      const listed = (finds?.[value] ?? [value]).includes(is!) ? 1 : 0;
      const page = await look(`/api/clinic/leads?${name}=${value}`);
      expect((JSON.parse(page) as { data: { leads: Lead[] } }).data.leads, value).toHaveLength(
        listed,
      );
    }
  }
});
