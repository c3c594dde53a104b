import { afterAll, beforeAll, expect, it } from 'vitest';
import { calls } from '#app/api/table.server';
import { minutes } from '#platform/base/duration';
import { startTestServer, type TestServer } from '../kit/http';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    parsed: { TRUST_PROXY: 1 },
    rates: { window: minutes(1), general: 1e6, auth: 1 },
  });
});
afterAll(() => server?.close());

const changing = calls.filter(({ method }) => method !== 'GET');

it('holds back a second try of those calls, and of those only, that say so', async () => {
  for (const [at, { id, method, path, limit }] of changing.entries()) {
    const headers = { 'X-Forwarded-For': `198.51.100.${at}` };
    const ask = () => server.request(`/api${path.replace(/\{\w+\}/g, 'x')}`, { method, headers });
    const [first, second] = [(await ask()).status, (await ask()).status];
    expect(first, id).not.toBe(429);
    expect(second === 429, id).toBe(limit === 'auth');
  }
  expect(changing.length).toBeLessThan(256);
  expect(changing.some(({ limit }) => limit === 'auth')).toBe(true);
});

const pages = ['/login', '/clinic-login', '/register', '/clinic-register', '/admin/enrol'];

it.each([...pages, '/shared', '/tr/shared'])('holds back a second form of %s', async (page) => {
  const headers = { 'X-Forwarded-For': `203.0.113.${page.length}` };
  const ask = async () => (await server.request(page, { method: 'POST', headers })).status;
  expect(await ask()).not.toBe(429);
  expect(await ask()).toBe(429);
});
