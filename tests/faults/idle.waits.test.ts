import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { startWorker, type RunningWorker } from '../../workflows/worker';
import { startTestServer, type TestServer } from '../kit/http';

const watched = 20_000;
const atMost = 4;

let server: TestServer;
let worker: RunningWorker;
let observer: pg.Client;
beforeAll(async () => {
  server = await startTestServer();
  worker = await startWorker(server.services);
  observer = new pg.Client(inject('postgresUrl'));
  await observer.connect();
});
afterAll(async () => {
  await worker.stop();
  await observer.end();
  await server.close();
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
/** Transactions that the product's database has ended so far. An idle connection reports within ten seconds. */
async function transactions(): Promise<number> {
  const { rows } = await observer.query<{ n: string }>(
    'select xact_commit + xact_rollback as n from pg_stat_database where datname = $1',
    [new URL(server.services.env.databaseUrl).pathname.slice(1)],
  );
  return Number(rows[0]!.n);
}

it(
  'asks its database at most four times a second when nobody does anything, and does ask',
  { timeout: 90_000 },
  async () => {
    expect((await server.request('/')).status).toBe(200);
    // What the start and the request caused is reported by then.
    await pause(11_000);
    const [began, before] = [performance.now(), await transactions()];
    await pause(watched);
    const asked = (await transactions()) - before;
    const perSecond = (asked * 1_000) / (performance.now() - began);
    console.info(`${perSecond.toFixed(2)} transactions a second`);
    expect(perSecond).toBeLessThanOrEqual(atMost);
    // A worker that looks for nothing would do too.
    expect(perSecond).toBeGreaterThan(0.5);
  },
);
