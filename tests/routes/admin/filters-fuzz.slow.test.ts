import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { resources } from '#app/admin-api/resources/index.server';
import type { ListDefinition } from '#platform/lists/list';
import { signedInPatient } from '../../../modules/identity/testing';
import { submitted } from '../../../modules/leads/testing';
import { atConsole, type AdminClient } from '../../kit/admin-client';
import { signedInClinic } from '../../kit/clinics';
import { isFull } from '../../kit/full';
import { startTestServer, type TestServer } from '../../kit/http';
import { seedOf } from '../fuzz/seed';

/** Queries of each list. */
const runs = isFull ? 500 : 25;

let server: TestServer;
let admin: AdminClient;
beforeAll(async () => {
  server = await startTestServer({ rates: { window: 60_000 as never, general: 1e9, auth: 1e9 } });
  admin = (await atConsole(server, 'admin')).client;
  await submitted((await signedInPatient(server.ctx())).ctx);
  await signedInClinic(server.ctx(), { state: 'pending' });
});
afterAll(() => server?.close());

interface JsonSchema {
  anyOf?: JsonSchema[];
  items?: JsonSchema;
  type?: string;
  format?: string;
  enum?: unknown[];
  const?: unknown;
}

/** The words that a filter says it takes. */
function wordsOf(schema: z.core.$ZodType): unknown[] {
  const walk = ({
    anyOf = [],
    items,
    type,
    format,
    enum: words,
    const: one,
  }: JsonSchema): unknown[] => {
    if (one !== undefined) return [one];
    if (type === 'boolean') return [true, false];
    if (format === 'date-time') return ['2026-01-01T00:00:00Z', '9998-12-31T23:59:59Z'];
    if (format === 'uuid') return ['0198c5a2-0000-7000-8000-000000000001'];
    if (type === 'string')
      return words ?? ['', 'a', 'lead', '%', "'", '\\', '\u0000', '\u{10ffff}', 'a:b'];
    return [...anyOf, ...(items ? [items] : [])].flatMap(walk);
  };
  return walk(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema);
}

const odd = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 220 }),
  fc.constantFrom(
    '%',
    '_%',
    '\\',
    "'",
    '{',
    '{}',
    '()',
    'a',
    '\u0000',
    '\ud800',
    '\u{10ffff}',
    'é',
    'İ',
  ),
  fc.constantFrom(-1, 0, 1.5, 2 ** 31, 2 ** 53, 1e300, -1e300, null, true, false),
  fc.uuid(),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  fc.jsonValue({ maxDepth: 3 }),
);

/** A filter of a list: words that it takes, many of them, and what nobody foresaw, for some of its names at once. */
const filterOf = (filters: Readonly<z.ZodRawShape>) =>
  fc.record(
    Object.fromEntries(
      Object.entries({ ...filters, q: z.string(), id: z.array(z.string()) }).map(
        ([name, schema]) => {
          const fit = { weight: 8, arbitrary: fc.constantFrom(...wordsOf(schema)) };
          const many = { weight: 1, arbitrary: fc.array(fit.arbitrary, { maxLength: 4 }) };
          return [
            name,
            fc.oneof(...(name === 'id' ? [many] : [fit, many]), { weight: 1, arbitrary: odd }),
          ];
        },
      ),
    ),
    { requiredKeys: [] },
  );

const lists: ReadonlyArray<{ readonly name: string; readonly list: ListDefinition }> =
  Object.values(resources).map(({ resource }) => resource);

describe.each(lists)('filters of $name', ({ name, list }) => {
  it(
    'are answered or refused, in every order',
    async () => {
      const query = fc.record({
        filter: filterOf(list.filters),
        sort: fc.tuple(fc.constantFrom('id', ...list.sort), fc.constantFrom('ASC', 'DESC')),
        range: fc.constantFrom([0, 24], [0, 0], [1, 99], [975, 1_000]),
      });
      const statuses = new Set<number>();
      const property = fc.asyncProperty(query, async (asked) => {
        const { status, body, total } = await admin.list(name, asked);
        statuses.add(status);
        expect([200, 422], JSON.stringify(body)).toContain(status);
        if (status === 200) expect(total).not.toBeNaN();
      });
      await fc.assert(property, { numRuns: runs, seed: seedOf('filters', name) });
      expect(statuses).toContain(200);
    },
    60_000 + runs * 500,
  );
});
