import { afterAll, beforeAll, expect, it } from 'vitest';
import { system } from '#platform/base/actor';
import { minutes } from '#platform/base/duration';
import { writeSetting } from '#platform/settings/settings';
import { signedInPatient } from '../../../modules/identity/testing';
import { submitted } from '../../../modules/leads/testing';
import { documentRequirements } from '../../../modules/clinic-onboarding/rules';
import { atConsole, type AdminClient, type AdminPerson } from '../../kit/admin-client';
import { auditOf } from '../../kit/audit';
import { advance, resetClock } from '../../kit/clock';
import { startTestServer, type TestServer } from '../../kit/http';

let server: TestServer;
let person: AdminPerson;
let admin: AdminClient;
beforeAll(async () => {
  server = await startTestServer();
  person = await atConsole(server, 'admin');
  admin = person.client;
});
afterAll(() => server?.close());

const windows = { screening: 60_000, widening: 1_000, notice: 2_000, reminder: 1, expiry: 1 };

it('are the admins’ business', async () => {
  const reviewer = (await atConsole(server, 'reviewer')).client;
  expect((await reviewer.list('settings')).status).toBe(403);
  expect((await reviewer.get('/settings/leads.windows')).status).toBe(403);
  const answer = await reviewer.send('settings', 'leads.windows', 'change', { value: windows });
  expect(answer.status).toBe(403);
  await expect(server).not.toBeAudited('settings.changed');
});

it('come with their default and the form of their value', async () => {
  const { body } = await admin.get('/settings/leads.windows');
  expect(body).toMatchObject({
    id: 'leads.windows',
    isDefault: true,
    updatedBy: null,
    value: { screening: 5_000 },
    schema: { type: 'object', properties: { screening: { type: 'integer' } } },
    allowedEvents: ['change'],
  });
  expect((await admin.get('/settings/leads.nothing')).status).toBe(404);
  const shown = await admin.get('/settings/identity.session-lifetimes');
  expect(shown.body.allowedEvents).toEqual([]);
});

it('work from the next request on, and leave what they were in the log', async () => {
  const changed = await admin.send('settings', 'leads.windows', 'change', { value: windows });
  expect(changed.body.data?.record).toMatchObject({
    value: windows,
    isDefault: false,
    updatedBy: `staff:${person.id}`,
    allowedEvents: ['change', 'reset'],
  });
  const lead = await submitted((await signedInPatient(server.ctx())).ctx);
  const timers = (await admin.get(`/workflows/${lead._id}`)).body.context as { windows: object };
  expect(timers.windows).toEqual(windows);
  const [entry, ...more] = await auditOf(server, 'settings.changed');
  expect(more).toEqual([]);
  expect(entry!.object_id).toBe('leads.windows');
  expect(JSON.parse(entry!.facts.before as string)).toMatchObject({ screening: 5_000 });
  expect(JSON.parse(entry!.facts.after as string)).toEqual(windows);
  const reset = await admin.send('settings', 'leads.windows', 'reset');
  expect(reset.body.data?.record).toMatchObject({ isDefault: true, value: { screening: 5_000 } });
});

it('refuse values that do not fit, and those that are only shown', async () => {
  const refuse = async (key: string, value: unknown) => {
    const answer = await admin.send('settings', key, 'change', { value });
    expect([answer.status, answer.body.code], JSON.stringify(value)).toEqual([
      422,
      'validation_failed',
    ]);
  };
  for (const value of [
    null,
    7,
    {},
    { ...windows, screening: -1 },
    { ...windows, screening: '1' },
    { ...windows, notice: 1_000 },
    { ...windows, expiry: 1e15 },
  ])
    await refuse('leads.windows', value);
  for (const value of [0, 51, 1.5, '5']) await refuse('leads.offer-cap', value);
  await refuse('identity.sms-policy', { enabled: true, countries: ['USA'] });
  await refuse('clinic-onboarding.calendar', { timeZone: 'Mars', holidays: [], workdays: [1] });
  expect((await admin.send('settings', 'leads.windows', 'change', {})).status).toBe(422);
  const value = { patient: { idle: 1, absolute: 1 } };
  const shown = await admin.send('settings', 'identity.session-lifetimes', 'change', { value });
  expect([shown.status, shown.body.code]).toEqual([409, 'event_refused']);
  await expect(server).toBeAudited('settings.changed', {}, { times: 1 });
});

it('are changed and reset by one of fifty who looked at the same, and the others learn of it', async () => {
  const versionNow = async () =>
    (await admin.get('/settings/leads.offer-cap')).body.version as string;
  const looked = await versionNow();
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) =>
      admin.send('settings', 'leads.offer-cap', 'change', { value: (n % 9) + 10, version: looked }),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const refused = answers.filter(({ status }) => status !== 200);
  expect(new Set(refused.map(({ status, body }) => `${status} ${body.code}`))).toEqual(
    new Set(['409 version_conflict']),
  );
  expect(refused[0]!.body.message).toContain('changed somewhere else');
  const stale = await admin.send('settings', 'leads.offer-cap', 'reset', { version: looked });
  expect([stale.status, stale.body.code]).toEqual([409, 'version_conflict']);
  const version = await versionNow();
  expect(version).not.toBe(looked);
  const reset = await admin.send('settings', 'leads.offer-cap', 'reset', { version });
  expect(reset.body.data?.record).toMatchObject({ isDefault: true, version: looked });
});

it('stop the sending of codes at once', async () => {
  const value = { enabled: false, countries: ['US'] };
  expect((await admin.send('settings', 'identity.sms-policy', 'change', { value })).status).toBe(
    200,
  );
  const answer = await server.request('/api/auth/send-code', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ phoneNumber: '+12125550123' }),
  });
  expect(answer.status).toBeGreaterThan(400);
  expect((await admin.send('settings', 'identity.sms-policy', 'reset')).status).toBe(200);
});

it('ask for the second factor again after ten minutes', async () => {
  await advance(server.services, minutes(11));
  try {
    const late = await admin.send('settings', 'leads.offer-cap', 'change', { value: 3 });
    expect([late.status, late.body.code]).toEqual([401, 'step_up']);
    expect((await admin.get('/settings/leads.offer-cap')).body).toMatchObject({ value: 5 });
  } finally {
    await resetClock(server.services);
  }
});

it('let a law begin no sooner than clinics have been reminded of it', async () => {
  const key = 'clinic-onboarding.required-documents';
  const day = (ahead: number) =>
    new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);
  const rule = { kind: 'complication-insurance' as const, countries: ['TR'], specialties: [] };
  const change = (...value: object[]) => admin.send('settings', key, 'change', { value });
  await resetClock(server.services);
  expect((await change({ ...rule, from: day(58) })).body.errors).toEqual({
    'value.0.from': [expect.stringContaining('60 days')],
  });
  const near = { ...rule, from: day(20) };
  await writeSetting(server.ctx(system('test')), documentRequirements, [near]);
  const wider = { ...near, countries: ['TR', 'DE'] };
  expect((await change(near, wider)).body.errors).toHaveProperty(['value.1.from']);
  const later = { ...rule, kind: 'health-tourism-authorisation', from: day(62) };
  expect((await change(near, later)).status).toBe(200);
  expect((await admin.send('settings', key, 'reset', {})).status).toBe(200);
});
