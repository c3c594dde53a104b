import { afterAll, beforeAll, expect, it } from 'vitest';
import { minutes } from '#platform/base/duration';
import { newId } from '#platform/base/ids';
import { signedInPatient } from '../../../modules/identity/testing';
import { submitted } from '../../../modules/leads/testing';
import { advance } from '../../kit/clock';
import { atConsole, type AdminClient } from '../../kit/admin-client';
import { signedInClinic } from '../../kit/clinics';
import { startTestServer, type TestServer } from '../../kit/http';
import { forgetLimits } from '../../kit/identity';
import { countRoundTrips } from '../../kit/round-trips';

let server: TestServer;
let client: AdminClient;
beforeAll(async () => {
  server = await startTestServer();
  await forgetLimits(server);
  client = (await atConsole(server, 'reviewer')).client;
});
afterAll(() => server?.close());

interface Home {
  queues: Array<{ id: string; waiting: number; late: number; next: object[] }>;
  charts: Record<string, Array<{ day: string; count: number }>>;
  medianReviewHours: number | null;
  smsAlerts: object[];
}
const home = async () => (await client.get('/home')).body as unknown as Home;
const query = (sql: string, values: unknown[] = []) =>
  server.services.database.pool.query(sql, values);

it('counts what waits and what happened, day by day', async () => {
  const empty = await home();
  expect(empty.queues.map(({ id, waiting }) => [id, waiting])).toEqual([
    ['clinics', 0],
    ['twins', 0],
    ['leads', 0],
    ['check-ins', 0],
    ['deals', 0],
    ['reviews', 0],
    ['later-reviews', 0],
    ['conversations', 0],
    ['masking-reviews', 0],
    ['tickets', 0],
    ['notifications', 0],
    ['jobs', 0],
  ]);
  for (const name of ['registrations', 'approvals', 'leads', 'published']) {
    const days = empty.charts[name]!;
    expect(days).toHaveLength(30);
    expect(days.every(({ count }) => count === 0)).toBe(true);
    expect(days.map(({ day }) => day)).toEqual([...days.map(({ day }) => day)].sort());
  }
  await submitted((await signedInPatient(server.ctx())).ctx);
  const description = 'Write to me@example.com';
  const held = await submitted((await signedInPatient(server.ctx())).ctx, { description });
  await signedInClinic(server.ctx(), { state: 'approved' });
  const waiting = await signedInClinic(server.ctx(), { state: 'pending' });
  await query(
    `insert into flow.alert (at, job, job_id, reason) values (platform.now(), 'a.b', $1, 'Error')`,
    [newId()],
  );
  const full = await home();
  expect(full.queues).toMatchObject([
    { id: 'clinics', waiting: 1, late: 0, next: [{ id: waiting.clinicId }] },
    { id: 'twins', waiting: 0 },
    { id: 'leads', waiting: 1, late: 0, next: [{ id: held._id, label: 'Root Canal' }] },
    { id: 'check-ins', waiting: 0 },
    { id: 'deals', waiting: 0 },
    { id: 'reviews', waiting: 0 },
    { id: 'later-reviews', waiting: 0 },
    { id: 'conversations', waiting: 0 },
    { id: 'masking-reviews', waiting: 0 },
    { id: 'tickets', waiting: 0 },
    { id: 'notifications', waiting: 0 },
    { id: 'jobs', waiting: 1, next: [{ label: 'a.b' }] },
  ]);
  const today = Object.entries(full.charts).map(([name, days]) => [name, days.at(-1)!.count]);
  expect(Object.fromEntries(today)).toEqual({
    registrations: 2,
    approvals: 1,
    leads: 2,
    published: 0,
  });
});

it('says how long decisions take once there are five', async () => {
  expect((await home()).medianReviewHours).toBeNull();
  for (let n = 0; n < 4; n += 1)
    await signedInClinic(server.ctx(), { state: n === 0 ? 'suspended' : 'approved' });
  await query(
    `update clinic_onboarding.clinic set complete_at = complete_at - interval '90 minutes'`,
  );
  expect((await home()).medianReviewHours).toBe(1.5);
});

it('shows what was odd about codes during the last day', async () => {
  await query(
    `insert into identity.sms_alert (id, kind, dial_code, hour, sent, verified, at) values
       ($1, 'site-cap', '', platform.now() - interval '1 hour', 7, 0, platform.now()),
       ($2, 'unused-codes', '90', platform.now() - interval '30 hours', 9, 0, platform.now())`,
    [newId(), newId()],
  );
  expect((await home()).smsAlerts).toMatchObject([{ kind: 'site-cap', dialCode: '', sent: 7 }]);
});

it('counts what waits beside the menu by one statement, and renews no session by it', async () => {
  const seenAt = async () =>
    (await query('select max(last_seen_at) as at from identity.staff_session')).rows[0]!.at as Date;
  await client.get('/queues');
  const before = await seenAt();
  await advance(server.services, minutes(5));
  const { result, statements } = await countRoundTrips(() => client.get('/queues'));
  const { queues } = result.body as unknown as Pick<Home, 'queues'>;
  expect(
    statements.filter((text) => !/staff_session|platform\.rate_limit/.test(text)),
  ).toHaveLength(1);
  expect(await seenAt()).toEqual(before);
  const counted = (await home()).queues.map(({ id, waiting }) => ({ id, waiting }));
  expect(queues).toEqual(counted);
  expect(queues.some(({ waiting }) => waiting > 0)).toBe(true);
});

it('counts for nobody else', async () => {
  const { token } = await signedInPatient(server.ctx());
  for (const cookie of ['', `patient=${token}`])
    expect(
      (await server.request('/api/admin/queues', { headers: { Cookie: cookie } })).status,
    ).toBe(401);
});
