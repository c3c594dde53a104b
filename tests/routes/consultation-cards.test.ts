import { afterAll, beforeAll, expect, it } from 'vitest';
import { signedInPatient } from '../../modules/identity/testing';
import { startTestServer, type TestServer } from '../kit/http';
import { anonymousAt, browserOf, form, locationOf } from '../kit/patient-browser';
import { rawRequest } from '../kit/raw-http';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());

it('answers a page that asks for it with the next step, and sends everybody else there', async () => {
  const patient = await signedInPatient(server.ctx());
  const send = browserOf(server, patient);
  const card = (path: string, values: Record<string, string>) =>
    send(path, form({ ...values, reply: 'draft' }));
  const asked = await card('/consultation.data?index&step=1', { category: 'dental' });
  expect(asked.status).toBe(200);
  const words = await asked.text();
  for (const part of ['next', 'draft', 'photos', 'dental']) expect(words).toContain(`"${part}"`);
  expect(words).not.toContain('SingleFetchRedirect');
  const chosen = { subTreatment: 'Root Canal' };
  const body = 'subTreatment=Root+Canal&reply=draft';
  const { port } = server.listening;
  const left = await rawRequest(port, [
    'POST /consultation/treatment HTTP/1.1',
    `Host: 127.0.0.1:${port}`,
    `Origin: http://127.0.0.1:${port}`,
    `Cookie: patient=${patient.token}`,
    'Sec-Fetch-Mode: navigate',
    'Content-Type: application/x-www-form-urlencoded',
    `Content-Length: ${body.length}`,
    `\r\n${body}`,
  ]);
  expect(left.headers.location).toBe('/consultation/area');
  const changed = await card('/consultation/treatment?change=1', chosen);
  expect(locationOf(changed)).toBe('/consultation/area?change=1');
  const nobody = await anonymousAt(server)('/consultation/treatment.data', {
    ...form({ ...chosen, reply: 'draft' }),
  });
  expect([nobody.status, (await nobody.text()).includes('"next"')]).toEqual([401, false]);
});
