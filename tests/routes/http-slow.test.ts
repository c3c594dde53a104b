import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import net from 'node:net';
import { bodyLimits, mostConnections, ratesOf, timeouts } from '#app/http/edge/limits';
import { minutes, seconds } from '#platform/base/duration';
import { startTestServer, type TestServer } from '../kit/http';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ rates: { window: minutes(1), general: 300, auth: 60 } });
});
afterAll(() => server?.close());

describe('limits per address', () => {
  it('are the real ones in production and wider where everybody shares an address', () => {
    expect(ratesOf('production')).toEqual({ window: minutes(1), general: 300, auth: 60 });
    expect(ratesOf('demo')).toMatchObject({ general: 30_000, auth: 6_000 });
  });

  it('let 60 sign-in requests a minute through, then 300 of any kind', async () => {
    const signIn = () =>
      server.request('/api/auth/verify-code', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: '{}',
      });
    const first = await Promise.all(Array.from({ length: 60 }, signIn));
    expect(new Set(first.map(({ status }) => status))).toEqual(new Set([422]));
    expect(first[0]!.headers.get('RateLimit')).toMatch(/"general"; r=\d+; t=\d+/);
    expect(first[0]!.headers.get('RateLimit-Policy')).toContain('"sign-in"; q=60; w=60');
    const refused = await signIn();
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(Number(refused.headers.get('Retry-After'))).toBeLessThanOrEqual(60);
    expect(await refused.json()).toMatchObject({ success: false, code: 'too_many_requests' });

    const others = await Promise.all(
      Array.from({ length: 239 }, () => server.request('/api/nowhere')),
    );
    expect(new Set(others.map(({ status }) => status))).toEqual(new Set([404]));
    const page = await server.request('/');
    expect(page.status).toBe(429);
    expect(page.headers.get('Retry-After')).not.toBeNull();
    expect(await page.text()).toContain('Too many requests');
    expect((await server.request('/healthz')).status).toBe(200);
  });
});

describe('time', () => {
  it('is bounded for headers, bodies, silence and connections', () => {
    const { server: http } = server.listening;
    expect(http.headersTimeout).toBe(seconds(15));
    expect(http.requestTimeout).toBe(timeouts.upload);
    expect(http.keepAliveTimeout).toBe(seconds(5));
    expect(http.maxConnections).toBe(mostConnections.ordinary + mostConnections.streams);
    expect(timeouts).toMatchObject({
      headers: seconds(15),
      body: seconds(30),
      request: seconds(120),
    });
    // The slowest upload that keeps its floor gets through: 10 KB a second.
    expect(timeouts.upload / 1000).toBeGreaterThanOrEqual(bodyLimits.pageUpload / 10_240);
  });

  it('cuts off clients that send a byte now and then', async () => {
    // The same mechanism with less patience: fifteen seconds of a test prove no more.
    const { server: http } = server.listening;
    http.headersTimeout = 1_000;
    const cut = await Promise.all(
      Array.from({ length: 50 }, () => dripUntilCut(server.listening.port)),
    );
    http.headersTimeout = timeouts.headers;
    expect(Math.max(...cut)).toBeLessThan(8_000);
    expect((await server.request('/healthz')).status).toBe(200);
  });
});

/** Milliseconds until the server closes a connection whose headers never end. */
function dripUntilCut(port: number): Promise<number> {
  return new Promise((resolve) => {
    const started = Date.now();
    const socket = net.connect(port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\n'));
    const drip = setInterval(() => socket.write('x'), 200);
    socket.on('error', () => undefined);
    socket.resume();
    socket.on('close', () => {
      clearInterval(drip);
      resolve(Date.now() - started);
    });
  });
}
