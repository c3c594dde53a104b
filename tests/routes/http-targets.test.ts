import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rawRequest } from '../kit/raw-http';
import { startTestServer, type TestServer } from '../kit/http';

let server: TestServer;
let port: number;
let own: string;
beforeAll(async () => {
  server = await startTestServer();
  port = server.listening.port;
  own = `Host: localhost:${port}`;
});
afterAll(() => server?.close());

describe('calls', () => {
  it.each(['/api/events.data', '/api/leads/me.data', '/api/files/x.data', '/api/auth/logout.data'])(
    'are not there as data of a page: %s',
    async (path) => {
      for (const method of ['GET', 'POST'])
        expect(await (await server.request(path, { method })).json()).toMatchObject({
          code: 'not_found',
        });
    },
  );
});

describe('methods', () => {
  it.each(['TRACE', 'PROPFIND', 'PURGE', 'PUT', 'DELETE', 'PATCH'])(
    '%s of a page is refused',
    async (method) => {
      const answer = await rawRequest(port, [`${method} / HTTP/1.1`, own, 'Connection: close']);
      expect(answer.status).toBe(405);
      expect(answer.headers.allow).toBe('GET, HEAD, POST, OPTIONS');
    },
  );

  it.each(['TRACE', 'PROPFIND'])('%s of a call is refused in the envelope', async (method) => {
    const answer = await rawRequest(port, [
      `${method} /api/leads/me HTTP/1.1`,
      own,
      'Connection: close',
    ]);
    expect(answer.status).toBe(405);
    expect(answer.headers.allow).toBe('GET, HEAD, OPTIONS');
    expect(answer.body).toContain('"method_not_allowed"');
  });

  it.each([
    ['PUT', '/api/auth/logout', 'POST'],
    ['PATCH', '/api/drafts/me', 'GET, PUT, DELETE'],
    ['GET', '/api/auth/send-code', 'POST'],
    ['DELETE', '/api/openapi.json', 'GET'],
  ])('%s %s names the methods that it takes', async (method, path, allow) => {
    const answer = await server.request(path, { method });
    expect(answer.status).toBe(405);
    expect(answer.headers.get('Allow')).toBe(allow);
  });

  it('answers OPTIONS without running anything', async () => {
    const before = server.logged.length;
    const answer = await server.request('/api/drafts/me', { method: 'OPTIONS' });
    expect(answer.status).toBe(204);
    expect(answer.headers.get('Allow')).toBe('GET, PUT, DELETE, HEAD, OPTIONS');
    expect(server.logged.slice(before).filter(({ level }) => (level as number) > 30)).toEqual([]);
    expect((await server.request('/', { method: 'OPTIONS' })).status).toBe(204);
  });

  it.each(['/', '/api/openapi.json', '/nowhere', '/api/nowhere'])(
    'HEAD %s answers like GET without a body',
    async (path) => {
      const [head, get] = await Promise.all([
        server.request(path, { method: 'HEAD' }),
        server.request(path),
      ]);
      expect(head.status).toBe(get.status);
      expect(head.headers.get('Content-Type')).toBe(get.headers.get('Content-Type'));
      expect(await head.text()).toBe('');
    },
  );

  it('a page without an action answers 405 with Allow to a form', async () => {
    const answer = await server.request('/faq', {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'a=b',
    });
    expect(answer.status).toBe(405);
    expect(answer.headers.get('Allow')).toBe('GET, HEAD');
  });
});

describe('hosts', () => {
  it.each(['evil.example', 'a b', 'localhost', 'localhost:1', '[', '%00', 'localhost:99999', ''])(
    'does not answer for «%s»',
    async (host) => {
      const answer = await rawRequest(port, [
        'GET /api/openapi.json HTTP/1.1',
        `Host: ${host}`,
        'Connection: close',
      ]);
      expect([400, 421]).toContain(answer.status);
      if (answer.status === 421) expect(answer.body).toContain('"misdirected"');
    },
  );

  it('answers under both names of this machine', async () => {
    for (const host of ['localhost', '127.0.0.1', 'LOCALHOST']) {
      const answer = await rawRequest(port, [
        'GET /api/openapi.json HTTP/1.1',
        `Host: ${host}:${port}`,
        'Connection: close',
      ]);
      expect(answer.status).toBe(200);
    }
  });

  it.each([
    'X-Forwarded-Host: evil.example:8443',
    'X-Forwarded-Host: a b',
    'X-Forwarded-Proto: javascript',
    'X-Forwarded-Port: 99999',
    'Forwarded: host=evil.example;proto=https',
    'X-Forwarded-For: 1.1.1.1, 2.2.2.2, 3.3.3.3, <script>, 5.5.5.5',
  ])('pays no attention to «%s»', async (line) => {
    const answer = await rawRequest(port, [
      'GET /my-offers HTTP/1.1',
      own,
      line,
      'Connection: close',
    ]);
    expect(answer.status).toBe(302);
    expect(answer.headers.location).toBe('/login?redirectTo=%2Fmy-offers');
    const page = await rawRequest(port, ['GET / HTTP/1.1', own, line, 'Connection: close']);
    expect(page.status).toBe(200);
    expect(page.body).not.toMatch(/evil|8443|javascript:|99999/);
  });
});

describe('malformed requests', () => {
  it.each([
    '/%',
    '/%00',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/../../etc/passwd',
    '//evil.example/x',
    '/\\evil.example',
    '/a%0d%0aSet-Cookie:%20x=1',
    '/assets/%',
    '/assets/..%2f..%2fpackage.json',
    '/assets/%00',
    '/.env',
    '/build/server/index.js',
    '/assets/entry.client.js.map',
    '/?a=%&b=%00&a=1',
    '/api/%',
    '/api/leads/%00',
    '/api/files/%2e%2e%2f',
    `/${'a'.repeat(8_000)}`,
    '/?__proto__[x]=1',
    '/_root.data',
    '/nowhere.data',
    '/api.data',
  ])('%s gives no 5xx', async (path) => {
    const answer = await rawRequest(port, [`GET ${path} HTTP/1.1`, own, 'Connection: close']);
    expect(answer.status).toBeGreaterThanOrEqual(200);
    expect(answer.status).toBeLessThan(500);
    expect(answer.headers['set-cookie']).toBeUndefined();
  });

  it.each([
    ['no HTTP at all', ['\x16\x03\x01'], 400, 'malformed_request'],
    [
      'two lengths',
      ['GET / HTTP/1.1', 'Content-Length: 1', 'Content-Length: 2'],
      400,
      'malformed_request',
    ],
    [
      'a cookie of 20 KB',
      ['GET / HTTP/1.1', `Cookie: a=${'b'.repeat(20_000)}`],
      431,
      'headers_too_large',
    ],
  ] as Array<[string, string[], number, string]>)(
    '%s is refused in the envelope as well',
    async (_what, lines, status, code) => {
      const answer = await rawRequest(port, lines);
      expect(answer.status).toBe(status);
      expect(answer.headers).toMatchObject({ connection: 'close', 'cache-control': 'no-store' });
      expect(JSON.parse(answer.body)).toMatchObject({ success: false, code });
    },
  );

  it.each(['http://evil.example/', '*', 'evil.example:80', '?a', 'a/b'])(
    'the target «%s» is refused',
    async (target) => {
      const answer = await rawRequest(port, [`GET ${target} HTTP/1.1`, own, 'Connection: close']);
      expect(answer.status).toBe(400);
    },
  );

  it.each([
    [
      'both lengths',
      ['POST /api/auth/logout HTTP/1.1', 'Content-Length: 5', 'Transfer-Encoding: chunked'],
    ],
    ['two lengths', ['POST /api/auth/logout HTTP/1.1', 'Content-Length: 5', 'Content-Length: 6']],
    ['a negative length', ['POST /api/auth/logout HTTP/1.1', 'Content-Length: -1']],
    ['an unknown coding', ['POST /api/auth/logout HTTP/1.1', 'Transfer-Encoding: gzip, nonsense']],
    ['HTTP/1.0 without a host', ['GET / HTTP/1.0']],
    ['no version', ['GET /']],
    ['a huge cookie', ['GET / HTTP/1.1', `Cookie: a=${'b'.repeat(20_000)}`]],
    [
      'three thousand headers',
      ['GET / HTTP/1.1', ...Array.from({ length: 3_000 }, (_, n) => `X-${n}: y`)],
    ],
    ['a folded header', ['GET / HTTP/1.1', 'X-A: b', ' c']],
    ['a header with a bare line feed', ['GET / HTTP/1.1', 'X-A: b\nX-C: d']],
  ])('%s gives no 5xx', async (_what, [first, ...rest]) => {
    const host = first!.endsWith('1.0') ? [] : [own];
    const answer = await rawRequest(port, [first!, ...host, 'Connection: close', ...rest]);
    expect(answer.status).toBeLessThan(500);
  });

  it('takes cookies of any kind for strangers', async () => {
    for (const cookie of [
      'patient=',
      'patient=;;;=',
      'patient=%00',
      `patient=${'é'.repeat(50)}`,
      'patient="',
      '=',
      `patient=${'a'.repeat(4_000)}`,
    ]) {
      const answer = await rawRequest(port, [
        'GET /api/drafts/me HTTP/1.1',
        own,
        `Cookie: ${cookie}`,
        'Connection: close',
      ]);
      expect(answer.status, cookie).toBe(401);
    }
  });
});
