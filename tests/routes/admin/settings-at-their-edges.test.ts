import { afterAll, beforeAll, expect, it } from 'vitest';
import { atConsole, type AdminClient } from '../../kit/admin-client';
import { startTestServer, type TestServer } from '../../kit/http';
import { makers } from '../fuzz/objects';
import { Cast } from '../fuzz/people';
import { secrets } from '../fuzz/secrets';

interface Schema {
  readonly type?: string;
  readonly minimum?: number;
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

/** Where whole numbers stand in a value: the way to each, and the largest that its schema takes. */
function largestIn(schema: Schema, way: readonly string[] = []): Array<[string[], number]> {
  if (schema.type === 'integer') return [[[...way], schema.maximum!]];
  return Object.entries(schema.properties ?? {}).flatMap(([key, member]) =>
    largestIn(member, [...way, key]),
  );
}

function withNumber(value: unknown, [key, ...way]: readonly string[], n: number): unknown {
  if (key === undefined) return n;
  const box = value as Record<string, unknown>;
  return { ...box, [key]: withNumber(box[key], way, n) };
}

/** Puts each number that staff may change as high as the console takes it; answers how many. */
async function setAllHigh(): Promise<number> {
  let set = 0;
  for (const row of (await admin.list('settings')).rows as unknown as Setting[]) {
    let { value } = row;
    for (const [way, largest] of row.allowedEvents.includes('change')
      ? largestIn(row.schema)
      : []) {
      const higher = withNumber(value, way, largest);
      const { status } = await admin.send('settings', row.id, 'change', { value: higher });
      // Of two lengths of which one must be the longer, the other cannot be at its end.
      expect([200, 422], row.id).toContain(status);
      if (status !== 200) continue;
      value = higher;
      set += 1;
    }
  }
  return set;
}

it('people come in, and what they send is kept, with every number as high as it goes', async () => {
  expect(await setAllHigh()).toBeGreaterThan(20);
  const cast = new Cast(server);
  for (const role of ['patient', 'clinic-pending'] as const) await cast.newcomer(role);
  await makers.leads!(server);
  const { known } = await secrets['identity.staff-sign-in']!(server, await cast.newcomer('nobody'));
  const { status } = await server.request('/api/admin/login', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(known),
  });
  expect(status).toBe(200);
}, 60_000);
