import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '#platform/base/ids';
import { atConsole, type AdminClient } from '../../kit/admin-client';
import { startTestServer, type TestServer } from '../../kit/http';

let server: TestServer;
let client: AdminClient;
const [failed, recipient] = [newId(), newId()];
beforeAll(async () => {
  server = await startTestServer();
  client = (await atConsole(server, 'reviewer')).client;
  await server.services.database.pool.query(
    `insert into notifications.notification
       (id, key, kind, channel, recipient_type, recipient_id, status, created_at, failed_at, last_error)
     values ($1, 'k', 'clinic-onboarding.approved', 'email', 'clinic', $2, 'failed', platform.now(),
             platform.now(), 'ECONNREFUSED')`,
    [failed, recipient],
  );
});
afterAll(() => server?.close());

it('are listed, and those that failed are sent again once', async () => {
  for (const filter of [{ status: 'failed' }, { recipientId: recipient }, { q: recipient }])
    expect((await client.list('notifications', { filter })).rows).toMatchObject([
      { id: failed, lastError: 'ECONNREFUSED', allowedEvents: ['resend'] },
    ]);
  expect((await client.list('notifications', { filter: { status: 'sent' } })).total).toBe(0);
  const all = await Promise.all(
    Array.from({ length: 10 }, () => client.send('notifications', failed, 'resend')),
  );
  const won = all.filter(({ status }) => status === 200);
  expect(won).toHaveLength(1);
  expect(won[0]!.body.data?.record).toMatchObject({ status: 'queued', resends: 1 });
  expect(all.filter(({ status }) => status === 409)).toHaveLength(9);
  await expect(server).toBeAudited('notifications.resend', {}, { times: 1 });
});
