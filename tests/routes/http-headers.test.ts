import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../kit/http';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());

const nonceOf = (answer: Response) =>
  /'nonce-([\w-]+)'/.exec(answer.headers.get('Content-Security-Policy') ?? '')?.[1];

describe('headers of every answer', () => {
  const answers: Array<[what: string, path: string, init: RequestInit, status: number]> = [
    ['a page', '/login', {}, 200],
    ['a page that is not there', '/nowhere', {}, 404],
    ['an API path that is not there', '/api/nowhere', {}, 404],
    ['a call without a session', '/api/drafts/me', {}, 401],
    ['a refused method', '/', { method: 'PUT' }, 405],
    [
      'a request from another site',
      '/',
      { method: 'POST', headers: { Origin: 'https://evil.example' } },
      403,
    ],
    ['a probe', '/healthz', {}, 200],
  ];

  it.each(answers)('%s', async (_what, path, init, status) => {
    const answer = await server.request(path, init);
    expect(answer.status).toBe(status);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=(self)'),
      'cache-control': 'no-store',
      'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/),
    });
    for (const header of [
      'x-powered-by',
      'server',
      'access-control-allow-origin',
      'strict-transport-security',
    ])
      expect(answer.headers.get(header), header).toBeNull();
    const policy = answer.headers.get('content-security-policy')!;
    expect(policy.split(';').map((part) => part.replace(nonceOf(answer)!, 'N'))).toEqual([
      "default-src 'self'",
      "img-src 'self' blob: data:",
      "worker-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "form-action 'self'",
      "script-src 'nonce-N' 'strict-dynamic'",
      "style-src 'self' 'nonce-N'",
      "connect-src 'self'",
    ]);
  });

  it.each(['/login', '/nowhere'])(
    'gives every script of %s the nonce of its own answer',
    async (path) => {
      const [first, second] = await Promise.all([server.request(path), server.request(path)]);
      expect(nonceOf(first)).not.toBe(nonceOf(second));
      const html = await first.text();
      const tags = html.match(/<script\b[^>]*>/g)!;
      expect(tags.length).toBeGreaterThan(0);
      for (const tag of tags) expect(tag).toContain(`nonce="${nonceOf(first)}"`);
      expect(html).not.toMatch(/<[^>]+\sstyle=/);
    },
  );
});
