import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPhoto } from '#modules/consultation';
import { hours } from '#platform/base/duration';
import { newId } from '#platform/base/ids';
import { jpegPhoto } from '../../../modules/consultation/testing';
import { signedInPatient } from '../../../modules/identity/testing';
import { someFields } from '../../../modules/leads/testing';
import { submitRequest } from '../../../workflows/submit-request';
import { atConsole, type AdminPerson } from '../../kit/admin-client';
import { advance } from '../../kit/clock';
import { startTestServer, type TestServer } from '../../kit/http';

let server: TestServer;
let reviewer: AdminPerson;
let leadId: string;
let photoId: string;
beforeAll(async () => {
  server = await startTestServer();
  reviewer = await atConsole(server, 'reviewer');
  const { ctx } = await signedInPatient(server.ctx());
  photoId = (await addPhoto(ctx, { bytes: await jpegPhoto(), name: 'x.jpg', toDraft: false })).id;
  leadId = newId();
  const fields = someFields({ photos: [photoId] });
  await submitRequest(ctx, { from: 'fields', leadId, fields });
});
afterAll(() => server?.close());

const look = async ({ client } = reviewer, id = photoId) => {
  const address = `/api/admin/leads/${leadId}/photos/${id}?size=thumb`;
  const answer = await server.request(address, { headers: { Cookie: client.cookie } });
  await answer.arrayBuffer();
  return answer.status;
};
const areLogged = (times: number) =>
  expect(server).toBeAudited('consultation.photo-read', {}, { times });

it('opens photos while a request is screened, then for a typed reason, for an hour and one person', async () => {
  expect((await reviewer.client.get(`/leads/${leadId}`)).body.photos).toEqual([photoId]);
  expect(await look()).toBe(200);
  expect(await look(reviewer, newId())).toBe(404);
  await areLogged(1);
  await reviewer.client.send('leads', leadId, 'approve');
  expect(await look()).toBe(403);
  const reason = 'A clinic reported the picture.';
  await reviewer.client.send('leads', leadId, 'read-notes', { reason });
  expect(await look()).toBe(200);
  expect(await look(await atConsole(server, 'admin'))).toBe(403);
  await areLogged(2);
  await advance(server.services, hours(2));
  await server.services.database.pool.query(
    'update identity.staff_session set last_seen_at = platform.now()',
  );
  expect(await look()).toBe(403);
});
