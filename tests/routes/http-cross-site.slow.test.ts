import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '#app/api/table.server';
import { textIn } from '#app/i18n/server';
import { defaultLocale, type Locale, locales } from '#platform/base/locale';
import { sourceBuild } from '../kit/server-build';
import { startTestServer, type TestServer } from '../kit/http';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());

const fill = (path: string) => path.replace(/\{\w+\}|:\w+\??/g, 'x').replace(/\*$/, 'x');

/** Everything that can be posted to: every call that changes something, every page with an action. */
async function targets(): Promise<Array<{ method: string; path: string; api: boolean }>> {
  const { routes } = await sourceBuild();
  const pathOf = (id?: string): string => {
    const route = id ? routes[id] : undefined;
    return route ? `${pathOf(route.parentId)}/${route.path ?? ''}` : '';
  };
  const pages = Object.values(routes)
    .filter((route) => route!.module.action && !route!.path?.startsWith('api/'))
    .map((route) => fill(pathOf(route!.id).replace(/\/+/g, '/')));
  return [
    ...calls
      .filter(({ method }) => method !== 'GET')
      .map(({ method, path }) => ({ method, path: `/api${fill(path)}`, api: true })),
    ...pages.flatMap((path) =>
      [path, `${path === '/' ? '/_root' : path}.data`, `${path}?_data=routes%2Fx`].map((each) => ({
        method: 'POST',
        path: each,
        api: false,
      })),
    ),
  ];
}

/** The language of a page, or of its data. */
const localeOf = (path: string): Locale =>
  locales.find((locale) => new RegExp(`^/${locale}\\b`).test(path)) ?? defaultLocale;

const senders: Array<[who: string, headers: Record<string, string>]> = [
  ['another site', { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }],
  ['another site in an old browser', { Origin: 'https://evil.example' }],
  ['a sandboxed frame', { Origin: 'null', 'Sec-Fetch-Site': 'cross-site' }],
  ['an opaque origin in an old browser', { Origin: 'null' }],
  ['a sub-domain', { Origin: 'http://sub.localhost', 'Sec-Fetch-Site': 'same-site' }],
  ['our host with another port', { Origin: 'http://localhost:1', 'Sec-Fetch-Site': 'same-site' }],
  ['our host with another scheme', { Origin: 'https://localhost' }],
  ['a malformed origin', { Origin: 'http://[' }],
  ['a page that hides its origin', { 'Sec-Fetch-Site': 'cross-site' }],
];
const types = ['application/json', 'text/plain', 'application/x-www-form-urlencoded'];

/** Without `fetch`, which adds headers of its own. */
const send = (method: string, path: string, headers: Record<string, string>, body = '{}') =>
  fetch(`${server.url}${path}`, { method, headers, body, redirect: 'manual' });

describe('requests from elsewhere', () => {
  it.each(senders)('%s is refused everywhere', async (_who, headers) => {
    const found = await targets();
    expect(found.filter(({ api }) => api).length).toBeGreaterThan(10);
    expect(found.filter(({ api }) => !api).length).toBeGreaterThan(10);
    for (const { method, path, api } of found) {
      for (const type of types) {
        const answer = await send(method, path, { ...headers, 'Content-Type': type });
        expect(answer.status, `${method} ${path} ${type}`).toBe(403);
        const body = await answer.text();
        if (api) expect(JSON.parse(body)).toMatchObject({ success: false, code: 'cross_site' });
        else expect(body).toContain(textIn(localeOf(path))('error.cross_site'));
      }
    }
    expect(server.ports.sent.sms).toEqual([]);
  });

  it('refuses forms that say nothing about their origin, except programs at the API', async () => {
    for (const { method, path, api } of await targets()) {
      const { status } = await send(method, path, { 'Content-Type': 'application/json' });
      // Mail servers press the button of a mail, and its address alone says what may be done (RFC 8058).
      if (api || path.startsWith('/unsubscribe/')) expect(status, path).not.toBe(403);
      else expect(status, path).toBe(403);
    }
  });

  it('takes no form and no text at the API', async () => {
    for (const { method, path, api } of await targets()) {
      if (!api) continue;
      for (const type of types.slice(1)) {
        const answer = await server.request(path, {
          method,
          headers: { 'Content-Type': type },
          body: 'a=b',
        });
        expect(answer.status, `${method} ${path} ${type}`).toBe(415);
        expect(await answer.json()).toMatchObject({ code: 'unsupported_media_type' });
      }
    }
  });

  it.each([
    ['our own origin', { own: true }],
    [
      'our own form, whose origin no-referrer blanks',
      { Origin: 'null', 'Sec-Fetch-Site': 'same-origin' },
    ],
    ['our own page in a browser that sends no Origin', { 'Sec-Fetch-Site': 'same-origin' }],
  ] as Array<[string, Record<string, string>]>)('lets %s in', async (_who, { own, ...headers }) => {
    const type = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const sender = own ? { Origin: server.url } : headers;
    const answer = await send('POST', '/logout', { ...type, ...sender }, 'a=b');
    expect(answer.status).toBe(302);
  });

  it('answers no preflight and grants no other origin anything', async () => {
    for (const method of ['OPTIONS', 'GET']) {
      const answer = await fetch(`${server.url}/api/leads/me`, {
        method,
        headers: { Origin: 'https://evil.example', 'Access-Control-Request-Method': 'GET' },
      });
      const granted = [...answer.headers.keys()].filter((name) =>
        name.startsWith('access-control'),
      );
      expect(granted).toEqual([]);
    }
  });
});
