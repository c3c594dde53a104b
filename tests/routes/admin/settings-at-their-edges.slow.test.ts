import { afterAll, beforeAll, expect, it } from 'vitest';
import { stampForm } from '#app/auth/form-guard.server';
import { atConsole, type AdminClient } from '../../kit/admin-client';
import { startTestServer, type TestServer } from '../../kit/http';
import { makers } from '../fuzz/objects';
import { Cast } from '../fuzz/people';
import { secrets } from '../fuzz/secrets';

interface Schema {
  readonly type?: string;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
}
interface Setting {
  readonly id: string;
  readonly value: unknown;
  readonly schema: Schema;
  readonly allowedEvents: readonly string[];
}

let server: TestServer;
let admin: AdminClient;
beforeAll(async () => {
  server = await startTestServer();
  admin = (await atConsole(server, 'admin')).client;
});
afterAll(() => server?.close());

type End = 'minimum' | 'maximum';

/** Where numbers stand in a value: the way to each, and the last that its schema takes in this direction. */
function endsIn(schema: Schema, end: End, way: readonly string[] = []): Array<[string[], number]> {
  if (schema.type === 'integer' || schema.type === 'number')
    return [[[...way], schema[end] ?? (schema.exclusiveMinimum ?? 0) + 1]];
  return Object.entries(schema.properties ?? {}).flatMap(([key, member]) =>
    endsIn(member, end, [...way, key]),
  );
}

function withNumber(value: unknown, [key, ...way]: readonly string[], n: number): unknown {
  if (key === undefined) return n;
  const box = value as Record<string, unknown>;
  return { ...box, [key]: withNumber(box[key], way, n) };
}

/** Puts each number that staff may change to the end of what the console takes; answers how many. */
async function setAll(end: End): Promise<number> {
  let set = 0;
  for (const row of (await admin.list('settings')).rows as unknown as Setting[]) {
    let { value } = row;
    for (const [way, last] of row.allowedEvents.includes('change') ? endsIn(row.schema, end) : []) {
      const next = withNumber(value, way, last);
      const { status } = await admin.send('settings', row.id, 'change', { value: next });
      // Of two lengths of which one must be the longer, the other cannot be at its end.
      expect([200, 422], row.id).toContain(status);
      if (status !== 200) continue;
      value = next;
      set += 1;
    }
  }
  return set;
}

/** The status of a member of staff who signs in anew, and of a visitor who writes to the team. */
async function comesThrough(): Promise<{ staff: number; visitor: number }> {
  const cast = new Cast(server);
  const { known } = await secrets['identity.staff-sign-in']!(server, await cast.newcomer('nobody'));
  const { status: staff } = await server.request('/api/admin/login', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(known),
  });
  const { status: visitor } = await server.request('/contact', {
    method: 'POST',
    headers: { Accept: 'text/html', 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      ...{ name: 'Ada', email: 'ada@visitor.example', subject: 'general' },
      message: 'How does this work?',
      stamp: await stampForm(server.ctx()),
    }),
  });
  return { staff, visitor };
}

async function resetAll(): Promise<void> {
  for (const { id, allowedEvents } of (await admin.list('settings')).rows as unknown as Setting[])
    if (allowedEvents.includes('reset'))
      expect((await admin.send('settings', id, 'reset')).status, id).toBe(200);
}

it('people come in, and what they send is kept, with every number as high as it goes', async () => {
  expect(await setAll('maximum')).toBeGreaterThan(20);
  const cast = new Cast(server);
  for (const role of ['patient', 'clinic-pending'] as const) await cast.newcomer(role);
  await makers.leads!(server);
  expect(await comesThrough()).toEqual({ staff: 200, visitor: 302 });
}, 60_000);

it('the team comes in and puts it back with every number as low as it goes', async () => {
  await resetAll();
  expect(await setAll('minimum')).toBeGreaterThan(20);
  const { staff, visitor } = await comesThrough();
  expect(staff).toBe(200);
  expect(visitor).toBeLessThan(500);
  for (const [path, phoneNumber] of [
    ['send-code', '+12125550177'],
    ['clinic/send-code', '+902125550177'],
  ]) {
    const { status } = await server.request(`/api/auth/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ phoneNumber }),
    });
    expect(status, path).toBeLessThan(500);
  }
  await resetAll();
  expect((await comesThrough()).visitor).toBe(302);
}, 60_000);

it('a visitor is heard at once where the team is there an hour a week', async () => {
  const year = 366 * 86_400_000;
  const mondays = Array.from({ length: 400 }, (_, n) =>
    new Date(Date.UTC(2026, 10, 30 + 7 * n)).toISOString().slice(0, 10),
  );
  const change = async (id: string, value: unknown) =>
    expect((await admin.send('settings', id, 'change', { value })).status, id).toBe(200);
  await change('support.hours', { opens: 9, closes: 10 });
  await change('support.windows', { reminder: year - 1, answer: year, closing: year });
  await change('clinic-onboarding.calendar', {
    ...{ timeZone: 'America/New_York', workdays: [1], holidays: mondays },
  });
  const before = process.cpuUsage();
  expect((await comesThrough()).visitor).toBe(302);
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(3_000);
  await resetAll();
}, 60_000);
