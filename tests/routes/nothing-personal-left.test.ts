import { afterAll, beforeAll, expect, it } from 'vitest';
import { newPhone } from '../../modules/identity/testing';

import { runJobs } from '#engine/testing';
import { registry } from '../../workflows/registry';
import { ApiBrowser, signInAt } from '../kit/api-browser';
import { startTestServer, type TestServer } from '../kit/http';

const canary = (word: string): string => `canary${word}qzx`;
const words = ['first', 'last', 'mail', 'notes', 'history', 'allergies', 'reason', 'query', 'path'];

let server: TestServer;
let phone: string;
beforeAll(async () => {
  server = await startTestServer();
  phone = newPhone();
  const browser = new ApiBrowser(server);
  await signInAt(server, browser, phone);
  await browser.call('POST', '/auth/complete-registration', {
    phoneNumber: phone,
    firstName: canary('first'),
    lastName: canary('last'),
    email: `${canary('mail')}@example.com`,
  });
  const sent = await browser.call('POST', '/leads', {
    phoneNumber: phone,
    treatment: 'dental',
    subTreatment: 'Root Canal',
    bodyArea: 'mouth',
    description: canary('notes'),
    patientInfo: { medicalHistory: canary('history'), allergies: canary('allergies') },
  });
  expect(sent.status).toBe(201);
  const { _id } = sent.body.data as { _id: string };
  await browser.call('GET', `/leads/${encodeURIComponent(phone)}`);
  await browser.call('POST', `/leads/${_id}/cancel`, { reason: canary('reason') });
  await browser.call('POST', '/leads', { description: canary('notes'), [canary('query')]: 1 });
  await server.request(`/nowhere/${canary('path')}?q=${canary('query')}`);
  await runJobs(server.services, registry);
});
afterAll(() => server?.close());

/** Everything that outlives a request beside the rows that are meant to hold it. */
async function kept(): Promise<string> {
  const { pool } = server.services.database;
  const { rows } = await pool.query<{ name: string }>(
    `select table_schema || '.' || table_name as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema in ('pgboss', 'flow', 'live', 'platform')`,
  );
  const texts = await Promise.all(
    rows.map(async ({ name }) => {
      const all = await pool.query(`select t::text as row from ${name} t`);
      return JSON.stringify(all.rows);
    }),
  );
  return texts.join('\n');
}

it('logs, jobs, flows, events and audit hold nothing that a person typed', async () => {
  const places = { log: JSON.stringify(server.logged), tables: await kept() };
  // The places were written to at all.
  expect(places.log).toContain('http.request');
  expect(places.tables).toContain('leads.cancel');
  for (const [place, text] of Object.entries(places))
    for (const token of [...words.map(canary), phone.slice(1)])
      expect(text.includes(token), `${token} in ${place}`).toBe(false);
});
