import type { Express } from 'express';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApp } from '#app/http/create-app';
import { listen, type Listening } from '#app/http/listen';
import { minutes } from '#platform/base/duration';
import { startTestServer, type TestServer } from '../kit/http';
import { sourceBuild } from '../kit/server-build';

const rates = { window: minutes(1), general: 60, auth: 20 };
const behindProxy = { TRUST_PROXY: 1 };

let server: TestServer;
let second: Listening;
beforeAll(async () => {
  server = await startTestServer({ parsed: behindProxy, rates });
  const build = await sourceBuild();
  second = await listen(((req, res) => app(req, res)) as Express, 0, '127.0.0.1');
  const { env } = server.services;
  const origins = [...env.origins, `http://127.0.0.1:${second.port}`];
  const app = createApp({
    services: { ...server.services, env: { ...env, origins } },
    build,
    rates,
  });
});
afterAll(async () => {
  await second.stop();
  await server.close();
});

/** Statuses of `n` requests of one address, in turns to both processes. */
async function statuses(n: number, address: string, path: string, init: RequestInit = {}) {
  const ports = [server.listening.port, second.port];
  const found: number[] = [];
  for (let at = 0; at < n; at += 1) {
    const answer = await fetch(`http://127.0.0.1:${ports[at % 2]}${path}`, {
      ...init,
      headers: {
        Origin: `http://127.0.0.1:${ports[at % 2]}`,
        'X-Forwarded-For': address,
        'Content-Type': 'application/json',
      },
    });
    await answer.body?.cancel();
    found.push(answer.status);
  }
  return found;
}

const passed = (found: number[]) => found.filter((status) => status !== 429).length;

it('has one limit per address for two web processes', async () => {
  const general = passed(await statuses(300, '203.0.113.1', '/api/nowhere'));
  expect(general).toBeGreaterThanOrEqual(rates.general);
  expect(general).toBeLessThan(rates.general * 1.2);
  expect(await statuses(4, '203.0.113.2', '/api/nowhere')).toEqual([404, 404, 404, 404]);
});

it('has one limit of sign-ins for them', async () => {
  const send = { method: 'POST', body: '{}' };
  const signIns = passed(await statuses(58, '203.0.113.3', '/api/auth/send-code', send));
  expect(signIns).toBeGreaterThanOrEqual(rates.auth);
  expect(signIns).toBeLessThan(rates.auth * 1.2);
});
