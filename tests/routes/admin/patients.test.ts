import { afterAll, beforeAll, expect, it } from 'vitest';
import { signedInPatient, type SignedInPatient } from '../../../modules/identity/testing';
import { submitted } from '../../../modules/leads/testing';
import { atConsole, type AdminClient, type AdminPerson } from '../../kit/admin-client';
import { startTestServer, type TestServer } from '../../kit/http';

let server: TestServer;
let reviewer: AdminPerson;
let client: AdminClient;
let mary: SignedInPatient;
let id: string;
beforeAll(async () => {
  server = await startTestServer();
  reviewer = await atConsole(server, 'reviewer');
  client = reviewer.client;
  await signedInPatient(server.ctx());
  const profile = { firstName: 'Mary', lastName: 'van Canary', email: 'Mary@Canary.example' };
  mary = await signedInPatient(server.ctx(), profile);
  id = mary.ctx.actor.id;
  await submitted(mary.ctx);
  await submitted(mary.ctx);
});
afterAll(() => server?.close());

it('lists patients by a short name, with how much they asked for and nothing to reach them by', async () => {
  const { rows } = await client.list('patients', { sort: ['name', 'ASC'] });
  expect(rows).toHaveLength(2);
  expect(rows[0]).toEqual({
    id,
    name: 'Mary V.',
    phoneNumber: null,
    email: null,
    fullName: null,
    createdAt: expect.any(String),
    lastSeenAt: expect.any(String),
    leadsCount: 2,
    allowedEvents: ['reveal', 'end-sessions'],
  });
  expect((await client.get(`/patients/${id}`)).body).toEqual({
    ...rows[0],
    heldSince: null,
    ways: { needs: null, asked: null },
  });
});

it('finds a patient by the whole phone or address or how the name begins, and says neither', async () => {
  const spaced = `${mary.phone.slice(0, 5)} ${mary.phone.slice(5)}`;
  for (const q of [mary.phone, spaced, 'mary@canary.EXAMPLE', 'mar', 'van can', 'Mary van C']) {
    const found = await client.list('patients', { filter: { q } });
    expect(
      found.rows.map((row) => row.id),
      q,
    ).toEqual([id]);
    expect(JSON.stringify(found.body)).not.toContain(mary.phone);
    expect(JSON.stringify(found.body)).not.toMatch(/canary/i);
  }
  for (const q of [mary.phone.slice(0, -1), 'canary.example', 'mary@', 'anary', '%', 'mar%c'])
    expect((await client.list('patients', { filter: { q } })).total, q).toBe(0);
});

it('reveals for a typed reason, which is logged', async () => {
  expect((await client.send('patients', id, 'reveal', { reason: 'no' })).status).toBe(422);
  await expect(server).not.toBeAudited('identity.contact-revealed');
  const reason = 'They asked for a call back.';
  const shown = await client.send('patients', id, 'reveal', { reason });
  expect(shown.body.data?.record).toMatchObject({
    phoneNumber: mary.phone,
    email: 'Mary@Canary.example',
    fullName: 'Mary van Canary',
    leadsCount: 2,
  });
  const revealed = { objectId: id, actor: `staff:${reviewer.id}`, reason };
  const glass = { ...revealed, facts: { breakGlass: true } };
  await expect(server).toBeAudited('identity.contact-revealed', glass, { only: 1 });
  expect((await client.get(`/patients/${id}`)).body.phoneNumber).toBeNull();
});

it('ends the sessions of a patient at once', async () => {
  const ask = () =>
    server.request('/api/leads/me', { headers: { Cookie: `patient=${mary.token}` } });
  expect((await ask()).status).toBe(200);
  expect((await client.send('patients', id, 'end-sessions')).status).toBe(200);
  expect((await ask()).status).toBe(401);
  const ended = { objectId: id, facts: { ended: 1 } };
  await expect(server).toBeAudited('identity.sessions-ended', ended, { only: 1 });
});
