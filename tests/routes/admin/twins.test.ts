import { afterAll, beforeAll, expect, it } from 'vitest';
import { withTransaction } from '#engine';
import { addPhoto, claimPhotos } from '#modules/consultation';
import { newId } from '#platform/base/ids';
import { jpegPhoto, patientActor } from '../../../modules/consultation/testing';
import { addPicture, lookAtNewPhotos } from '../../../workflows/twins/look';
import { atConsole, type AdminPerson } from '../../kit/admin-client';
import { auditOf } from '../../kit/audit';
import { signedInClinic, type SignedInClinic } from '../../kit/clinics';
import { startTestServer, type TestServer } from '../../kit/http';
import { forgetLimits } from '../../kit/identity';

let server: TestServer;
let reviewer: AdminPerson;
let [one, two]: SignedInClinic[] = [];
beforeAll(async () => {
  server = await startTestServer();
  await forgetLimits(server);
  reviewer = await atConsole(server, 'reviewer');
  const details = { licenseNumber: 'TR-88801' };
  one = await signedInClinic(server.ctx(), { state: 'approved', details });
  two = await signedInClinic(server.ctx(), { state: 'pending', details });
}, 60_000);
afterAll(() => server?.close());

const reason = 'Two houses of one owner, seen in the register.';
const listed = async (filter: object) => (await reviewer.client.list('twins', { filter })).rows;

it('lists what clinics share, by either of them, and records who looked', async () => {
  const rows = await listed({ clinicId: one!.clinicId });
  expect(rows).toEqual(await listed({ clinicId: two!.clinicId }));
  expect(rows).toMatchObject([{ kind: 'licence', shared: 'tr88801', state: 'open', more: false }]);
  expect(await listed({ queue: 'waiting', q: one!.clinicId })).toHaveLength(1);
  expect(await listed({ state: 'branch' })).toEqual([]);
  const id = String(rows[0]!.id);
  const read = await reviewer.client.get(`/twins/${id}`);
  expect(read.body).toMatchObject({ allowedEvents: ['explain', 'allow-branch'] });
  expect((await auditOf(server, 'twins.finding-read')).at(-1)).toMatchObject({
    facts: { findingId: id },
  });
  expect((await reviewer.client.get(`/twins/${newId()}`)).status).toBe(404);
});

it('takes a reason of ten characters, once, and writes it beside the log', async () => {
  const [row] = await listed({ clinicId: two!.clinicId });
  const allow = (body: object) =>
    reviewer.client.send('twins', String(row!.id), 'allow-branch', body);
  expect((await allow({ reason: 'short' })).status).toBe(422);
  const taken = await allow({ reason });
  expect(taken.body).toMatchObject({ data: { record: { state: 'branch', reason } } });
  expect((await allow({ reason })).status).toBe(409);
  expect(await auditOf(server, 'twins.allow-branch')).toHaveLength(1);
});

it('shows the photo of a patient within an hour of a reason, and not before', async () => {
  const patient = server.ctx(patientActor());
  const bytes = await jpegPhoto(61);
  const { id: photoId } = await addPhoto(patient, { bytes, name: 'a.jpg', toDraft: false });
  await withTransaction(patient, async (tx) => {
    await claimPhotos(tx, { photoIds: [photoId], leadId: newId() });
    await lookAtNewPhotos(tx, [photoId]);
  });
  await addPicture(one!.ctx, { bytes });
  const row = (await listed({ clinicId: one!.clinicId })).find(({ kind }) => kind === 'photo')!;
  const id = String(row.id);
  const photoFor = async (person: AdminPerson): Promise<number> => {
    const answer = await server.request(`/api/admin/twins/${id}/photo`, {
      headers: { Cookie: person.client.cookie },
    });
    await answer.arrayBuffer();
    return answer.status;
  };
  expect(await photoFor(reviewer)).toBe(403);
  expect((await reviewer.client.send('twins', id, 'allow-branch', { reason })).status).toBe(409);
  expect((await reviewer.client.send('twins', id, 'read-photo', { reason })).status).toBe(200);
  expect(await photoFor(reviewer)).toBe(200);
  const other = await atConsole(server, 'reviewer');
  expect(await photoFor(other)).toBe(403);
  expect((await auditOf(server, 'twins.photo-read')).length).toBe(1);
  expect((await auditOf(server, 'consultation.photo-read')).length).toBe(1);
});
