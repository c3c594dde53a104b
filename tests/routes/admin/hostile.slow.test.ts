import { afterAll, beforeAll, expect, it } from 'vitest';
import { resources } from '#app/admin-api/resources/index.server';
import { signedInPatient } from '../../../modules/identity/testing';
import { submitted } from '../../../modules/leads/testing';
import { atConsole, type AdminClient } from '../../kit/admin-client';
import { signedInClinic } from '../../kit/clinics';
import { startTestServer, type TestServer } from '../../kit/http';

let server: TestServer;
let admin: AdminClient;
beforeAll(async () => {
  server = await startTestServer();
  admin = (await atConsole(server, 'admin')).client;
  await submitted((await signedInPatient(server.ctx())).ctx);
});
afterAll(() => server?.close());

const sleeps = [
  "'||pg_sleep(6)--",
  "'; select pg_sleep(6); --",
  '1 and (select 1 from pg_sleep(6)) is not null',
  '") or pg_sleep(6) is null or ("',
  "x' union select pg_sleep(6)::text --",
  '(select pg_sleep(6))',
  '1;select pg_sleep(6)',
  'case when true then pg_sleep(6) end',
];
const odd = [
  '\u0000',
  '\ud800',
  '\u202e',
  '{}',
  '$1',
  '${1}',
  '%',
  '_',
  '\\',
  '\\\\%',
  '*/',
  '/*',
  '0x00',
  '-1',
  '1e999',
  'NaN',
  'null',
  'true',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  '=cmd()',
  '😀'.repeat(50),
  'a'.repeat(201),
  'a'.repeat(4_000),
  '9'.repeat(400),
];
const texts = [...sleeps, ...odd];

/** Half a character cannot stand in an address at all. */
const wellFormed = (text: string): string => Buffer.from(text).toString();

/** As they stand in the address: JSON that says something unforeseen, and what is no JSON. */
const payloads: string[] = [
  ...texts.flatMap((text) => [
    `filter=${encodeURIComponent(JSON.stringify({ q: text }))}`,
    `filter=${encodeURIComponent(JSON.stringify({ id: [text] }))}`,
    `filter=${encodeURIComponent(JSON.stringify({ [text]: 1 }))}`,
    `sort=${encodeURIComponent(JSON.stringify([text, 'ASC']))}`,
    `sort=${encodeURIComponent(JSON.stringify(['id', text]))}`,
    `range=${encodeURIComponent(JSON.stringify([text, text]))}`,
    `filter=${encodeURIComponent(wellFormed(text))}`,
  ]),
  ...['__proto__', 'constructor', 'prototype', 'toString'].flatMap((key) => [
    `filter={"${key}":{"q":"x"}}`,
    `sort=["${key}","ASC"]`,
    `${key}=1`,
  ]),
  `filter=${'['.repeat(4_000)}${']'.repeat(4_000)}`,
  `filter={"a":${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}}`,
  'filter={"q":1}',
  'filter={"q":null}',
  'filter={"q":["a"]}',
  'filter={"id":"x"}',
  'filter={"id":{"in":["x"]}}',
  'filter={"id":[null]}',
  'filter={"id":[[]]}',
  `filter={"id":${JSON.stringify(Array.from({ length: 101 }, (_, n) => n))}}`,
  'filter={"status":{"$ne":""}}',
  'filter={"from":"0000-01-01T00:00:00Z"}',
  'filter={"from":"2026-02-30T00:00:00Z"}',
  'filter={"to":"+275760-09-13T00:00:00Z"}',
  'filter={"late":"yes"}',
  'filter={"stuck":1}',
  'filter={"q":"a","q":"b"}',
  'filter={"q":"a"}&filter={"q":"b"}',
  'range=[0,24]&range=[0,99]',
  'range=[0,1e3]',
  'range=[-0,24]',
  'range=[1e6,1e6]',
  'range=[9007199254740993,9007199254740994]',
  'sort=["id","ASC","x"]',
  'sort=[]',
  'sort={"field":"id"}',
  'filter=%00',
  'filter=%C3%28',
  'filter=%',
  'export=false',
];

it.each(Object.keys(resources))(
  '%s meets two hundred hostile queries without a fault and without a delay',
  async (name) => {
    expect(payloads.length).toBeGreaterThan(200);
    for (const payload of payloads) {
      const began = performance.now();
      const { status, body } = await admin.get(`/${name}?${payload}`);
      const where = `${payload.slice(0, 200)}: ${status} ${JSON.stringify(body).slice(0, 200)}`;
      expect([200, 400, 422, 431], where).toContain(status);
      expect(performance.now() - began, where).toBeLessThan(5_000);
      if (payload.startsWith('sort=') || payload.startsWith('export'))
        expect(status, where).not.toBe(200);
    }
    expect((await admin.list(name)).status).toBe(200);
  },
  60_000,
);

it('hostile ids and bodies end as politely', async () => {
  for (const name of Object.keys(resources))
    for (const text of texts.filter((each) => each.length < 2_000)) {
      const id = encodeURIComponent(wellFormed(text));
      const where = `${name} ${text.slice(0, 60)}`;
      expect((await admin.get(`/${name}/${id}`)).status, where).toBeOneOf([400, 404, 422]);
      const answer = await admin.send(name, wellFormed(text), 'approve', { reason: text });
      expect(answer.status, where).toBeOneOf([400, 404, 422]);
    }
}, 60_000);

const fitting: Array<[name: string, event: string, body: unknown]> = [
  ['clinics', 'approve', {}],
  ['clinics', 'reject', { reason: 'Not for us' }],
  ['clinics', 'suspend', { reason: 'Not for us' }],
  ['clinics', 'reinstate', {}],
  ['clinics', 'note', { text: 'Called them' }],
  ['documents', 'accept', {}],
  ['documents', 'ask-again', { note: 'Not readable' }],
  ['leads', 'approve', {}],
  ['leads', 'reject', { reason: 'Not for us' }],
  ['leads', 'send-back', { reason: 'Not like this' }],
  ['leads', 'read-notes', { reason: 'Asked by the patient' }],
  ['patients', 'end-sessions', {}],
  ['notifications', 'resend', {}],
  ['workflows', 'retry', { alertId: 1 }],
  ['staff', 'end-sessions', {}],
];

it.each(fitting)('%s: %s finds nothing under an id of anything else', async (name, event, body) => {
  const { rows } = await admin.list(name === 'leads' ? 'patients' : 'leads');
  for (const id of ['nope', '-1', '9'.repeat(20), '__proto__', rows[0]!.id as string]) {
    const answer = await admin.send(name, id, event, body);
    expect([answer.status, answer.body.code], id).toEqual([404, 'not_found']);
  }
});

it('a clinic is no request, although both have a machine', async () => {
  const { clinicId } = await signedInClinic(server.ctx(), { state: 'pending' });
  expect((await admin.send('leads', clinicId, 'approve')).status).toBe(404);
});
