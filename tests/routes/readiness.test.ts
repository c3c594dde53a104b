import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMetrics, watchServices } from '#app/http/metrics';
import { createOpsApp } from '#app/http/health';
import { listen } from '#app/http/listen';
import { openDatabase } from '#platform/database/db';
import { milliseconds } from '#platform/base/duration';
import { startHeartbeat } from '#engine/operations';
import { readSteps } from '#platform/process/migrate';
import { probesOf, type Probe } from '#platform/process/readiness';
import { startTestServer, type TestServer } from '../kit/http';
import { countRoundTrips } from '../kit/round-trips';

let server: TestServer;
const probes: Probe[] = [];
beforeAll(async () => {
  server = await startTestServer({ probes });
  probes.push(...probesOf(server.services, readSteps('migrations')));
});
afterAll(() => server?.close());

const ready = () => server.request('/readyz');

describe('/readyz', () => {
  it('asks for what this process cannot serve without: neither a worker nor the store', async () => {
    server.services.ports.storage.check = () => Promise.reject(new Error('away'));
    const answer = await ready();
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({
      status: 'ready',
      checks: { database: 'ok', migrations: 'ok', opened: 'ok' },
    });
  });

  it('is 503 before the last migration and, in a demo, before its people', async () => {
    const { pool } = server.services.database;
    const { rows } = await pool.query(
      `update migrations.step set hash = 'other' where position =
        (select max(position) from migrations.step) returning position`,
    );
    const answer = await ready();
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({ checks: { database: 'ok', migrations: 'failed' } });
    await pool.query('update migrations.step set hash = $1 where position = $2', [
      readSteps('migrations').at(-1)!.hash,
      rows[0].position,
    ]);
    const demo = { ...server.services, env: { ...server.services.env, mode: 'demo' as const } };
    const seed = probesOf(demo, readSteps('migrations')).find(({ name }) => name === 'seed')!;
    await expect(seed.check()).rejects.toThrow();
  });

  it.each(['/readyz', '/healthz'])('%s changes nothing', async (path) => {
    const { result, statements } = await countRoundTrips(() => server.request(path));
    expect(result.status).toBe(200);
    expect(result.headers.getSetCookie()).toEqual([]);
    expect(statements.filter((text) => !/^select\b/.test(text))).toEqual([]);
    expect(statements).toHaveLength(path === '/readyz' ? 3 : 0);
    const before = server.services.database;
    // A server that lets nobody write answers it as well.
    const database = openDatabase({
      url: server.services.env.databaseReadUrl!,
      poolSize: 2,
      onError: () => undefined,
    });
    Object.assign(server.services, { database });
    expect((await server.request(path)).status).toBe(200);
    Object.assign(server.services, { database: before });
    await database.close();
  });

  it('answers a thousand without a limit, and asks once for all who wait', async () => {
    let asked = 0;
    probes.push({
      name: 'slow',
      check: async () => {
        asked += 1;
        await new Promise((done) => setTimeout(done, 200));
      },
    });
    const statuses = await Promise.all(
      Array.from({ length: 1_000 }, async () => (await ready()).status),
    ).finally(() => probes.pop());
    expect(new Set(statuses)).toEqual(new Set([200]));
    // One question lasts a fifth of a second, however slowly the thousand come in.
    expect(asked).toBeLessThan(100);
  });
});

describe('the operations port', () => {
  it('has a line for what is an alert and no outage', async () => {
    const metrics = createMetrics({ defaults: false });
    watchServices(metrics, server.services, { streams: 10, holds: milliseconds(0) });
    const ops = await listen(createOpsApp(metrics, probes), 0, '127.0.0.1');
    const lines = async () => {
      const text = await (await fetch(`http://127.0.0.1:${ops.port}/metrics`)).text();
      return Object.fromEntries(
        [...text.matchAll(/^([a-z_]+)(?:\{queue="events.facts"\})? (\S+)$/gm)].map(
          ([, name, value]) => [name!, Number(value)],
        ),
      );
    };
    expect(await lines()).toMatchObject({
      worker_silence_seconds: 1e9,
      storage_up: 0,
      jobs_due: 0,
      jobs_oldest_due_seconds: 0,
      timer_most_overdue_seconds: 0,
      database_limits_in_force: 1,
      database_copy_lag_seconds: 0,
    });
    const stop = startHeartbeat(server.services);
    server.services.ports.storage.check = () => Promise.resolve();
    const { pool } = server.services.database;
    await pool.query(`insert into pgboss.job (name, data, start_after) select name, '{}',
      now() - interval '1 minute' from pgboss.queue where name = 'events.facts'`);
    await expect.poll(async () => (await lines()).worker_silence_seconds).toBeLessThan(30);
    const after = await lines();
    expect(after).toMatchObject({ storage_up: 1, jobs_due: 1 });
    expect(after.jobs_oldest_due_seconds).toBeGreaterThan(59);
    await stop();
    await ops.stop();
  });
});
