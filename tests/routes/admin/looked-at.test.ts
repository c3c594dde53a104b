import { afterAll, beforeAll, expect, it } from 'vitest';
import { atConsole, type AdminClient } from '../../kit/admin-client';
import { ownOf, signedInClinic, type SignedInClinic } from '../../kit/clinics';
import { startTestServer, type TestServer } from '../../kit/http';
import { forgetLimits } from '../../kit/identity';
import { someDetails } from '../../../modules/clinic-onboarding/testing';

let server: TestServer;
let one: AdminClient;
let other: AdminClient;
beforeAll(async () => {
  server = await startTestServer();
  await forgetLimits(server);
  one = (await atConsole(server, 'reviewer')).client;
  other = (await atConsole(server, 'reviewer')).client;
});
afterAll(() => server?.close());

const pending = () => signedInClinic(server.ctx(), { state: 'pending' });
const acceptAll = async (client: AdminClient, { documents }: SignedInClinic) => {
  for (const id of documents)
    expect((await client.send('documents', id, 'accept')).status).toBe(200);
};
const put = (clinic: SignedInClinic, more: object) =>
  server.request('/api/clinic/application', {
    method: 'PUT',
    headers: { Cookie: `clinic=${clinic.token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(someDetails({ ...ownOf(clinic.phone), ...more })),
  });
const swapped = {
  clinicName: 'Another Clinic',
  doctorName: 'Dr. Somebody Else',
  licenseNumber: 'XX-1',
  city: 'Ankara',
  specialties: ['Hair Transplant'],
} as never;
const decide = async (
  client: AdminClient,
  { clinicId }: SignedInClinic,
  event: string,
  body: object = {},
) => {
  const { status, body: answer } = await client.send('clinics', clinicId, event, body);
  return [status, answer.code];
};
const recordOf = async (client: AdminClient, { clinicId }: SignedInClinic) =>
  (await client.get(`/clinics/${clinicId}`)).body as Record<string, never>;

it('does not approve what the clinic swapped after its documents were accepted', async () => {
  const clinic = await pending();
  await acceptAll(one, clinic);
  expect((await put(clinic, swapped)).status).toBe(200);
  for (const client of [one, other])
    expect(await decide(client, clinic, 'approve')).toEqual([409, 'version_conflict']);
  expect(await decide(one, clinic, 'reject', { reason: 'x' })).toEqual([409, 'version_conflict']);
  const shown = await recordOf(one, clinic);
  expect(shown).toMatchObject({ ...(swapped as object), status: 'pending' });
  expect(shown.unaccepted).toHaveLength(4);
  expect(await decide(one, clinic, 'approve')).toEqual([409, 'event_refused']);
  await acceptAll(one, clinic);
  expect(await decide(one, clinic, 'approve')).toEqual([200, undefined]);
});

it('does not decide about another version than the one that was sent', async () => {
  const clinic = await pending();
  await acceptAll(one, clinic);
  const { version } = await recordOf(one, clinic);
  await put(clinic, { description: 'Now with a text that nobody has read.' });
  expect(await decide(one, clinic, 'approve', { version })).toEqual([409, 'version_conflict']);
  expect(await decide(one, clinic, 'approve')).toEqual([409, 'version_conflict']);
  expect(await decide(one, clinic, 'approve', { version: 7 })).toEqual([422, 'validation_failed']);
  const fresh = await recordOf(one, clinic);
  expect(fresh.description).toContain('nobody has read');
  expect(await decide(one, clinic, 'approve', { version: fresh.version })).toEqual([
    200,
    undefined,
  ]);
});

it('lets the slower of two reviewers of one document know, and changes nothing', async () => {
  const clinic = await pending();
  const filter = { clinicId: clinic.clinicId };
  const [document] = (await other.list('documents', { filter })).rows as Array<{
    id: string;
    version: string;
  }>;
  const { id, version } = document!;
  const first = await one.send('documents', id, 'accept', { version });
  expect(first.status).toBe(200);
  for (const body of [{ note: 'Cut off.', version }, { note: 'Cut off.' }]) {
    const late = await other.send('documents', id, 'ask-again', body);
    expect([late.status, late.body.code]).toEqual([409, 'version_conflict']);
  }
  const { rows } = await other.list('documents', { filter });
  expect(rows[0]).toMatchObject({ review: 'accepted', note: null });
  expect(rows[0]!.version).not.toBe(version);
  const again = { note: 'Cut off.', version: rows[0]!.version };
  expect((await other.send('documents', id, 'ask-again', again)).status).toBe(200);
});

it('works without versions where nothing changed behind anybody', async () => {
  const clinic = await pending();
  const [first, ...others] = clinic.documents;
  await one.send('documents', first!, 'ask-again', { note: 'Cut off.' });
  for (const id of [first!, ...others])
    expect((await one.send('documents', id, 'accept')).status).toBe(200);
  expect(await decide(other, clinic, 'approve')).toEqual([200, undefined]);
});
