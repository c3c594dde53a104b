import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { confirmClaim, publishDraft, saveDraft } from '#modules/content';
import { textIn } from '#app/i18n/server';
import { hours } from '#platform/base/duration';
import { openDatabase } from '#platform/database/db';
import { probesOf, type Probe } from '#platform/process/readiness';
import { readSteps } from '#platform/process/migrate';
import { signedInPatient } from '../../modules/identity/testing';
import { startTestServer, type TestServer } from '../kit/http';
import { someReviewer } from '../kit/clinics';
import { startTcpProxy, type TcpProxy } from '../kit/tcp-proxy';

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

describe('a public page while the database is away', () => {
  const words = { '/': textIn('en')('common.stale'), '/tr': textIn('tr')('common.stale') };
  const place = /<div id="stale-notice" role="status"[^>]*>([^<]*)<\/div>/;
  const look = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await server.request(path, { headers });
    const html = await answer.text();
    return { answer, html, said: place.exec(html)?.[1] };
  };
  /** As if that much time went by for this process, whose clock never goes back; the database's clock stays. */
  let ahead = 0;
  const wait = (milliseconds: number) => (ahead += milliseconds);
  beforeAll(() => {
    const now = performance.now.bind(performance);
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + ahead);
    return () => clock.mockRestore();
  });
  const publish = async () => {
    const ctx = server.ctx(someReviewer('admin'));
    const value = `${randomUUID().slice(0, 8)}+`;
    const figures = [{ key: 'patients', value, confirmed: false }];
    await saveDraft(ctx, { key: 'figures', value: figures });
    await publishDraft(ctx, { key: 'figures' });
    await confirmClaim(ctx, { key: 'figures', index: 0 });
    return value;
  };

  it('is served as it was, says so in its language, and is fresh again afterwards', async () => {
    for (const path of ['/', '/tr'] as const) {
      const fresh = await look(path);
      expect([fresh.answer.status, fresh.said]).toEqual([200, '']);
    }
    await wire.cut();
    wait(90_000);
    for (const path of ['/', '/tr'] as const) {
      const { answer, html, said } = await look(path);
      expect([answer.status, said]).toEqual([200, words[path]]);
      expect(Number(answer.headers.get('Age'))).toBeGreaterThanOrEqual(90);
      expect(answer.headers.get('Warning')).toMatch(/^110 /);
      expect(answer.headers.get('Cache-Control')).toBe('no-store');
      expect(answer.headers.get('ETag')).toBeNull();
      expect(answer.headers.get('Content-Security-Policy')).toMatch(/script-src 'self'(;|$)/);
      expect(html).toContain('</html>');
      const head = await server.request(path, { method: 'HEAD' });
      expect([head.status, head.headers.get('Age'), await head.text()]).toEqual([
        200,
        answer.headers.get('Age'),
        '',
      ]);
    }
    await wire.restore();
    for (const path of ['/', '/tr'] as const) {
      const { answer, said } = await look(path);
      expect([answer.status, said]).toEqual([200, '']);
      for (const name of ['Age', 'Warning']) expect(answer.headers.get(name)).toBeNull();
    }
  });

  it('is nobody’s who sends a cookie, and no page that is made for its reader', async () => {
    await look('/');
    const own = { Cookie: cookie };
    await look('/', own);
    await wire.cut();
    wait(90_000);
    expect((await look('/')).answer.status).toBe(200);
    for (const headers of [own, { Cookie: 'x=1' }, { Authorization: 'x' }]) {
      const { answer, said } = await look('/', headers);
      expect([answer.status, said || '']).toEqual([503, '']);
      expect(answer.headers.get('Age')).toBeNull();
    }
    for (const path of ['/find-clinics', '/?x=1'])
      expect((await look(path)).answer.status, path).toBe(503);
  });

  it('is served for an hour, and no longer', async () => {
    await look('/');
    await wire.cut();
    wait(hours(1) - 60_000);
    expect((await look('/')).answer.status).toBe(200);
    wait(60_000);
    expect((await look('/')).answer.status).toBe(503);
  });

  it('is not served once its content is known to be another', async () => {
    await look('/');
    await publish();
    await wire.cut();
    expect((await look('/')).answer.status).toBe(503);
  });

  it('keeps no visitor waiting for a database that keeps silent, and asks it once for all', async () => {
    await look('/');
    wait(90_000);
    wire.hush();
    const { pool } = server.services.database;
    const answers = Array.from({ length: 50 }, () => timed(server.request('/')));
    const busy = pool.totalCount - pool.idleCount;
    for (const [answer, ms] of await Promise.all(answers)) {
      expect([answer.status, answer.headers.has('Warning')]).toEqual([200, true]);
      expect(ms).toBeLessThan(3_000);
    }
    expect(pool.totalCount - pool.idleCount - busy).toBeLessThanOrEqual(1);
    await wire.cut();
  });
});
