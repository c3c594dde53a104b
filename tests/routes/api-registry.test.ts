import { describe, expect, it } from 'vitest';
import type { Call } from '#platform/base/call';
import { homeEndpoints, resources } from '#app/admin-api/resources/index.server';
import { callsOf } from '#app/admin-api/resource';
import type { Served } from '#app/admin-api/serve.server';
import type { Endpoint } from '#app/http/api.server';
import { callContents, callPages } from '#app/http/call-pages.server';
import type { FindPlace } from '#app/http/call-table';
import { callRoute } from '#app/http/edge/find-call';
import { calls, table } from '#app/api/table.server';
import * as platformCalls from '#app/http/openapi.server';
import { failureCodesOf, jsonSchemaOf, openapiDocument } from '#app/http/openapi.server';
import { statusOf } from '#app/http/errors';
import { hasText } from '#app/i18n/server';
import { ofTheEdge } from '../kit/http';
import { sourceBuild } from '../kit/server-build';
import { filesOf } from '../kit/tree';

/** Failures of what has no call: forms of pages. */
const ofPages = [
  'invalid_invite',
  'slow_lane',
  'too_many_filters',
  'filter_exists',
  'reusable_exists',
  'too_many_reusable',
];

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'method' in value && 'audience' in value;

/** What contracts declare, whether anybody answers it or not; a new module is among them by itself. */
const declared: readonly Call[] = [
  ...Object.values(import.meta.glob('../../modules/*/contract.ts', { eager: true })),
  platformCalls,
]
  .flatMap((contract) => Object.values(contract as Record<string, unknown>))
  .filter(isCall);

/** Of the console, whose calls are made out of its resources. */
const ofResources = Object.values<Served>(resources).flatMap(({ resource }) => {
  const { list, read, events } = callsOf(resource);
  return [list, read, ...Object.values(events)].map(({ id }) => id);
});

describe('the table of calls', () => {
  it('answers every call that a contract declares', () => {
    expect(declared.length).toBeGreaterThan(70);
    for (const call of declared) expect(calls.includes(call), call.id).toBe(true);
    const ids = calls.map(({ id }) => id);
    for (const id of ofResources) expect(ids).toContain(id);
  });

  it('answers no other', () => {
    const known = [...ofResources, ...homeEndpoints.map(({ call }) => call.id)];
    for (const call of calls)
      expect(declared.includes(call) || known.includes(call.id), call.id).toBe(true);
    expect(calls.length).toBe(declared.length + known.length);
  });

  it('is all that answers below /api beside the pages about it', async () => {
    const { routes } = await sourceBuild();
    const below = Object.values(routes).filter((route) => /^\/?api\//.test(route!.path ?? ''));
    expect(below.map((route) => route!.path).sort()).toEqual([
      'api/*',
      'api/docs',
      'api/docs/:part',
    ]);
    const { find } = routes[callRoute]!.module.loader as unknown as { find: FindPlace<Endpoint> };
    for (const entry of table) {
      const place = find(entry.call.path.split('/').slice(1));
      expect(place?.entries.includes(entry), entry.call.id).toBe(true);
    }
  });

  it('ids and addresses are unique, and every call has its words', () => {
    expect(new Set(calls.map(({ id }) => id)).size).toBe(calls.length);
    const addresses = calls.map(
      ({ method, path }) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`,
    );
    expect(new Set(addresses).size).toBe(calls.length);
    for (const { id, bare } of calls)
      if (!bare) expect(hasText(`api.${id}`), `api.${id}`).toBe(true);
  });

  it('every call stands on one page about it, with words for whom it is, and no page is large', () => {
    const contents = callContents(calls);
    const pages = contents.map(({ part }) => callPages(calls, part));
    expect(
      pages
        .flat()
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(calls.map(({ id }) => id).toSorted());
    for (const { audience } of pages.flat())
      expect(hasText(`docs.audience.${audience}`), audience).toBe(true);
    for (const page of pages) expect(JSON.stringify(page).length).toBeLessThan(150_000);
    expect(callPages(calls, 'none')).toEqual([]);
  });

  it('every failure that a call names has a status and words of its own', () => {
    for (const call of calls)
      for (const code of failureCodesOf(call)) {
        expect(hasText(`error.${code}`), `error.${code}`).toBe(true);
        if (!['malformed_json', 'malformed_upload', 'invalid_cursor'].includes(code))
          expect(statusOf(code), `status of ${code}`).not.toBe(400);
      }
  });
});

/** The largest of every whole number that a schema takes. */
const largestIn = (schema: unknown): number[] => {
  if (typeof schema !== 'object' || schema === null) return [];
  const { type, maximum, ...said } = schema as { type?: unknown; maximum?: number };
  const named = 'const' in said || 'enum' in said;
  const own = (type === 'integer' || type === 'number') && !named ? [maximum ?? Infinity] : [];
  return [...own, ...Object.values(schema).flatMap(largestIn)];
};

it('every number that a call takes fits into a statement', () => {
  const taken = calls.map(({ id, params, query, body }) => ({
    id,
    largest: [params, query, body].flatMap((each) =>
      each ? largestIn(jsonSchemaOf(each, 'input')) : [],
    ),
  }));
  expect(taken.flatMap(({ largest }) => largest).length).toBeGreaterThan(2);
  for (const { id, largest } of taken) expect(Math.max(0, ...largest), id).toBeLessThan(2 ** 31);
});

describe('the OpenAPI document', () => {
  const document = openapiDocument(calls, { title: 'Test' }) as {
    paths: Record<
      string,
      Record<string, { operationId: string; parameters?: Array<{ name: string; in: string }> }>
    >;
  };

  it('lists every call and nothing else', () => {
    const listed = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(
        ([method, { operationId }]) => `${method.toUpperCase()} ${path} ${operationId}`,
      ),
    );
    expect(listed.sort()).toEqual(
      calls.map(({ method, path, id }) => `${method} ${path} ${id}`).sort(),
    );
  });

  it('names every placeholder of a path as its parameter', () => {
    for (const [path, operations] of Object.entries(document.paths))
      for (const { parameters = [], operationId } of Object.values(operations)) {
        const named = parameters.filter((each) => each.in === 'path').map(({ name }) => name);
        const placeholders = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
        expect(named, operationId).toEqual(placeholders);
      }
  });

  it('refers to nothing that is not in it', () => {
    const text = JSON.stringify(document);
    for (const [, name] of text.matchAll(/"\$ref":"([^"]+)"/g))
      expect(name).toBe('#/components/schemas/Failure');
  });
});

describe('codes of failures', () => {
  it('are all named by a call, by the edge or as of pages only', () => {
    const thrown = new Set<string>();
    for (const source of filesOf(['app', 'engine', 'modules', 'platform', 'workflows']).values())
      for (const [, code] of source.matchAll(/new AppError\(\s*'(\w+)'/g)) thrown.add(code!);
    const named = new Set([...calls.flatMap(failureCodesOf), ...ofTheEdge, ...ofPages]);
    expect([...thrown].filter((code) => !named.has(code))).toEqual([]);
    expect(thrown.size).toBeGreaterThan(30);
  });
});
