import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '#platform/db';
import { probesOf } from '#platform/readiness';
import { readSteps } from '#platform/migrate';
import { signedInPatient } from '../../modules/identity/testing';
import { startTestServer, type TestServer } from '../kit/http';
import { startTcpProxy, type TcpProxy } from '../kit/tcp-proxy';
import type { Probe } from '#platform/readiness';

let server: TestServer;
let wire: TcpProxy;
let cookie: string;
const probes: Probe[] = [];

beforeAll(async () => {
  server = await startTestServer({ probes });
  const direct = server.services.database;
  cookie = `patient=${(await signedInPatient(server.ctx())).token}`;
  const url = new URL(String(direct.pool.options.connectionString));
  wire = await startTcpProxy({ host: url.hostname, port: Number(url.port) });
  url.port = String(wire.port);
  url.hostname = '127.0.0.1';
  const database = openDatabase({ url: url.toString(), poolSize: 5, onError: () => undefined });
  Object.assign(server.services, { database });
  probes.push(...probesOf(server.services, readSteps('migrations')));
});
beforeEach(() => wire.restore());
afterAll(async () => {
  await wire.close();
  await server.close();
});

const own = (path: string) => server.request(path, { headers: { Cookie: cookie } });

async function timed(work: Promise<Response>): Promise<[Response, number]> {
  const started = performance.now();
  const answer = await work;
  return [answer, performance.now() - started];
}

describe('without a database', () => {
  it('is ready, not ready, and ready again', async () => {
    expect(await (await server.request('/readyz')).json()).toEqual({
      status: 'ready',
      checks: { database: 'ok', migrations: 'ok', opened: 'ok' },
    });
    await wire.cut();
    const [answer, ms] = await timed(server.request('/readyz'));
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({ checks: { database: 'failed' } });
    expect(ms).toBeLessThan(5_000);
    expect((await server.request('/healthz')).status).toBe(200);
    await wire.restore();
    expect((await server.request('/readyz')).status).toBe(200);
  });

  it('answers calls with 503 at once and works again when it is back', async () => {
    expect((await own('/api/drafts/me')).status).toBe(200);
    await wire.cut();
    for (let round = 0; round < 3; round += 1) {
      const [answer, ms] = await timed(own('/api/drafts/me'));
      expect(answer.status).toBe(503);
      expect(ms).toBeLessThan(5_000);
      expect(await answer.json()).toEqual({
        success: false,
        code: 'unavailable',
        message: 'The service is not available right now. Please try again in a moment.',
      });
    }
    await wire.restore();
    expect((await own('/api/drafts/me')).status).toBe(200);
  });

  it('answers pages with 503 and public ones as far as they go', async () => {
    await wire.cut();
    const [page, ms] = await timed(own('/my-offers'));
    expect(page.status).toBe(503);
    expect(ms).toBeLessThan(5_000);
    expect((await page.text()).toLowerCase()).not.toMatch(/econnrefused|select|stack|postgres/);
    expect((await server.request('/faq')).status).toBe(200);
  });

  it('sends no code', async () => {
    await wire.cut();
    const answer = await server.request('/api/auth/send-code', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ phoneNumber: '+12125550123' }),
    });
    expect(answer.status).toBe(503);
    expect(server.ports.sent.sms).toEqual([]);
  });

  it('does not hang on a database that keeps silent', async () => {
    expect((await own('/api/drafts/me')).status).toBe(200);
    wire.hush();
    const [answer, ms] = await timed(own('/api/drafts/me'));
    expect(answer.status).toBe(503);
    expect(ms).toBeLessThan(12_000);
    await wire.cut();
    await wire.restore();
    expect((await own('/api/drafts/me')).status).toBe(200);
  });

  it('keeps every other page within reach when the pool is used up', async () => {
    const { pool } = server.services.database;
    const held = await Promise.all(Array.from({ length: 5 }, () => pool.connect()));
    const [answer, ms] = await timed(own('/api/drafts/me'));
    for (const client of held) client.release();
    expect(answer.status).toBe(503);
    expect(ms).toBeLessThan(5_000);
    expect((await own('/api/drafts/me')).status).toBe(200);
  });
});
