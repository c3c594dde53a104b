import { beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '#app/http/api.server';
import { calls } from '#app/http/calls';
import { failureCodesOf, jsonSchemaOf, openapiDocument } from '#app/http/openapi.server';
import { statusOf } from '#app/http/errors';
import { hasText } from '#app/i18n/server';
import { ofTheEdge } from '../kit/http';
import { sourceBuild } from '../kit/server-build';
import { filesOf } from '../kit/tree';

/** Whether a route's path, placeholders and all, can stand for a call's: `/admin/{resource}` for `/admin/leads`. */
const standsFor = (route: string, path: string): boolean => {
  const [wanted, given] = [route.split('/'), path.split('/')];
  return (
    wanted.length === given.length &&
    wanted.every((part, at) => part === given[at] || (part.startsWith('{') && part !== given[at]))
  );
};

/** Failures of what has no call: forms of pages. */
const ofPages = ['invalid_invite', 'slow_lane'];

/** Addresses below `/api` that are pages or answer for everything that is not there. */
const others = ['/docs', '/*'];

let routes: Map<string, readonly Endpoint[]>;
beforeAll(async () => {
  const build = await sourceBuild();
  const pathOf = (id?: string): string => {
    const route = id ? build.routes[id] : undefined;
    return route ? `${pathOf(route.parentId)}/${route.path ?? ''}`.replace(/\/+/g, '/') : '';
  };
  routes = new Map(
    Object.values(build.routes)
      .map((route) => [pathOf(route!.id), route!] as const)
      .filter(([path]) => path.startsWith('/api/'))
      .map(([path, { module }]) => [
        path
          .slice('/api'.length)
          .replace(/\/$/, '')
          .replace(/:(\w+)/g, '{$1}'),
        (module.loader as unknown as { endpoints?: Endpoint[] }).endpoints ?? [],
      ]),
  );
});

describe('calls and routes', () => {
  it('every call has the route of its path, which answers it', () => {
    for (const call of calls) {
      const answered = [...routes]
        .filter(([path]) => standsFor(path, call.path))
        .flatMap(([, endpoints]) => endpoints.filter((endpoint) => endpoint.call === call));
      expect(answered.length, `${call.method} ${call.path}`).toBe(1);
    }
  });

  it('every route answers calls of the registry only, at their path', () => {
    for (const [path, endpoints] of routes) {
      if (others.includes(path)) continue;
      expect(endpoints.length, path).toBeGreaterThan(0);
      for (const { call } of endpoints) {
        expect(standsFor(path, call.path), `${call.path} at ${path}`).toBe(true);
        expect(calls).toContain(call);
      }
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
    for (const source of filesOf(['app', 'modules', 'platform', 'workflows']).values())
      for (const [, code] of source.matchAll(/new AppError\(\s*'(\w+)'/g)) thrown.add(code!);
    const named = new Set([...calls.flatMap(failureCodesOf), ...ofTheEdge, ...ofPages]);
    expect([...thrown].filter((code) => !named.has(code))).toEqual([]);
    expect(thrown.size).toBeGreaterThan(30);
  });
});
