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

describe('other spellings of a path', () => {
  it.each(['/LOGIN', '/%6Cogin', '/log%69n', '/API/auth/send-code', '/%61pi/auth/send-code'])(
    '%s counts against the limit of sign-ins',
    async (path) => {
      const api = path.endsWith('code');
      const answer = await server.request(path, {
        method: 'POST',
        headers: { 'Content-Type': api ? 'application/json' : 'application/x-www-form-urlencoded' },
        body: api ? '{"phoneNumber":"x"}' : 'intent=send',
      });
      expect(answer.status).toBe(422);
      expect(answer.headers.get('RateLimit')).toContain('"sign-in"');
      expect(answer.headers.get('Content-Type')).toContain(api ? 'json' : 'html');
    },
  );

  it.each(['/API/leads/me.data', '/%61pi/leads/me.data', '/api/leads/me%2Edata'])(
    '%s is no data of a page either',
    async (path) => {
      const answer = await server.request(path);
      expect(answer.status).toBe(404);
      expect(await answer.json()).toMatchObject({ success: false, code: 'not_found' });
    },
  );

  it.each([
    '/api/x/../auth/send-code',
    '/api/x/%2E%2e/auth/send-code',
    '/api/./auth/send-code',
    '/x/../api/auth/send-code',
    '/api\\auth\\send-code',
    '/api/auth/send-code#x',
    '/api/auth/send-code//',
    '/x/../login',
    '/./login',
  ])('%s counts as well, though no client would write it so', async (path) => {
    const api = path.includes('api');
    const body = api ? '{}' : 'intent=send';
    const answer = await rawRequest(port, [
      `POST ${path} HTTP/1.1`,
      own,
      'Connection: close',
      'Sec-Fetch-Site: same-origin',
      `Content-Type: application/${api ? 'json' : 'x-www-form-urlencoded'}`,
      `Content-Length: ${body.length}`,
      '',
      body,
    ]);
    expect(answer.status).toBe(422);
    expect(answer.headers.ratelimit).toContain('"sign-in"');
    expect(answer.headers['content-type']).toContain(api ? 'json' : 'html');
  });

  it.each([
    '/api/x/../leads/me.data',
    '/api/x/%2e%2e/events.data',
    '/api/./leads/me.data',
    '/api/events.data#x',
    '/api\\events.data',
  ])('%s is no data of a page, however it is written', async (path) => {
    const answer = await rawRequest(port, [`GET ${path} HTTP/1.1`, own, 'Connection: close']);
    expect(answer.status).toBe(404);
    expect(answer.headers['content-type']).toContain('json');
    expect(answer.body).toContain('"not_found"');
  });

  it.each(['/API/leads', '/%61pi/leads'])('%s is refused in the envelope', async (path) => {
    const answer = await server.request(path, { method: 'PROPFIND' });
    expect([answer.status, answer.headers.get('Allow')]).toEqual([405, 'POST, OPTIONS']);
    expect(await answer.json()).toMatchObject({ success: false, code: 'method_not_allowed' });
  });

  it.each(['/api/leads/%0D%0A', '/api/leads/a%0Ab/', '/api/leads/%2F%0A'])(
    '%s is a call, with a line break where its number should be',
    async (path) => {
      const answer = await server.request(path);
      expect(answer.status).toBe(401);
      expect(await answer.json()).toMatchObject({ success: false, code: 'unauthenticated' });
    },
  );
});
